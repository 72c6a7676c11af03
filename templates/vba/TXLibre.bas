Attribute VB_Name = "TXLibre"
' Hands the open document to the extension (tournament-xl.oxt), which runs the program and applies its edits.
' No Option Explicit, on purpose: ThisComponent exists in LibreOffice only. In Excel it would be an empty Variant,
' and this Sub is never called there.
Public Sub TX_PressInLibreOffice(ByVal action As String)
    Dim script As Object
    On Error GoTo Missing
    Set script = ThisComponent.getScriptProvider().getScript("vnd.sun.star.script:tournament-xl.oxt|python|" & _
        "tournoi.py$press_" & action & "?language=Python&location=user:uno_packages")
    On Error GoTo 0
    script.invoke Array(ThisComponent), Array(), Array()
    Exit Sub
Missing:
    MsgBox "Il manque à LibreOffice l'extension des tournois, tournament-xl.oxt." & Chr(10) & _
        "Ajoutez-la par Outils > Gestionnaire des extensions, relancez LibreOffice, puis appuyez de nouveau.", _
        48, "Tournoi"
End Sub
