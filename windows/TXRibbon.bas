Attribute VB_Name = "TXRibbon"
Option Explicit

' The tab Tournoi (addin.py): each button has its action as its tag, and presses on the workbook in front.
Public Sub TX_Ribbon(ByVal control As Object)
    Dim book As String
    If Not ActiveWorkbook Is Nothing Then book = ActiveWorkbook.FullName
    TX_PressInExcel control.Tag, book
End Sub
