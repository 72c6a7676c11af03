Attribute VB_Name = "TXButtons"
Option Explicit

' One public Sub for each button of the sheet Tournoi. Nothing else in the workbook knows a host.
Public Sub TX_Apparier()
    TX_Press "pair"
End Sub

Public Sub TX_MettreAJour()
    TX_Press "update"
End Sub

Public Sub TX_Annuler()
    TX_Press "undo"
End Sub

Public Sub TX_Cotes()
    TX_Press "ratings"
End Sub

Public Sub TX_Verifier()
    TX_Press "check"
End Sub

Public Sub TX_Envoi()
    TX_Press "send"
End Sub

Public Sub TX_Publier()
    TX_Press "publish"
End Sub

Private Sub TX_Press(ByVal action As String)
    ' LibreOffice says version 11; every Excel that opens .xlsm says 12 or more.
    If Val(Application.Version) < 12 Then
        TX_PressInLibreOffice action
    Else
        TX_PressInExcel action, ThisWorkbook.FullName
    End If
End Sub
