Attribute VB_Name = "TXExcel"
Option Explicit

Private working As Boolean ' a press is running: Excel takes clicks while it waits for the program

' Starts the one program whose full path the name TX_Programme holds, and waits for it; no shell reads the command.
' The program finds the open workbook by its full name in the Excel of this window, and tells what it did, refused or
' found (codes 0, 1, 3, 5). No compiler directives here: LibreOffice ignores them and would compile every branch.
Public Sub TX_PressInExcel(ByVal action As String, ByVal book As String)
    If working Then Exit Sub ' the status bar says why
    working = True
    On Error GoTo Failed
    Application.StatusBar = "Tournoi : travail en cours, un instant..."
    TX_Start action, book
Done:
    Application.StatusBar = False
    working = False
    Exit Sub
Failed:
    TX_Tell "Une erreur a interrompu l'action : " & Err.Description & ".", "Appuyez de nouveau."
    Resume Done
End Sub

Private Sub TX_Start(ByVal action As String, ByVal book As String)
    Dim program As String, order As String, reason As String, exitCode As Long
    Dim host As Object, starter As Object, files As Object
    program = TX_Program()
    If InStr(Application.OperatingSystem, "Mac") > 0 Then
        TX_Tell "Excel pour Mac ne laisse pas un bouton démarrer un programme. Enregistrez et fermez le classeur,", _
            "puis tapez dans le Terminal : tournament-xl " & action & " " & TX_File(book)
        Exit Sub
    End If
    Set host = Application ' late bound: Excel for Mac has no Hwnd and would not compile this module
    order = TX_Quoted(program)
    If LCase(Mid(program, InStrRev(program, "\") + 1)) Like "python*" Then order = order & " -P -m tournament_xl"
    order = order & " press " & action & " --live " & TX_Quoted(book) & " --window " & host.Hwnd
    reason = "il n'est pas à cette place"
    On Error GoTo NotStarted
    Set starter = CreateObject("WScript.Shell")
    Set files = CreateObject("Scripting.FileSystemObject")
    If Not files.FileExists(program) Then GoTo Missing
    If InStr(order, "%") > 0 Then ' Run replaces %NAME%, once: a % of a path must come out of it as a %
        starter.Environment("PROCESS").Item("TX_PERCENT") = "%"
        order = Replace(order, "%", "%TX_PERCENT%")
    End If
    exitCode = starter.Run(order, 0, True)
    On Error GoTo 0
    Select Case exitCode
        Case 0, 1, 3, 5
        Case 2
            TX_Tell "Le programme tournament-xl de cet ordinateur ne connaît pas cette action.", _
                "Mettez-le à jour, puis appuyez de nouveau."
        Case Else
            TX_Tell "Une erreur a interrompu l'action (code " & exitCode & "). Vérifiez les feuilles, " & _
                "puis appuyez de nouveau.", "Si cela se répète, envoyez aux auteurs le fichier " & _
                "tournament-xl-erreur du dossier temporaire (%TEMP%)."
    End Select
    Exit Sub
NotStarted:
    reason = Err.Description ' in Windows' own words
Missing:
    If program = "" Then program = "le classeur ne dit pas où il est"
    TX_Tell "Le programme des tournois n'a pas pu démarrer : " & program & " (" & reason & "), " & _
        "ou un antivirus l'a bloqué.", "Relancez tournois-setup.exe. Programme installé autrement : enregistrez et " & _
        "fermez le classeur, puis tapez dans un terminal : py -P -m tournament_xl repair " & TX_File(book)
End Sub

Private Sub TX_Tell(ByVal what As String, ByVal remedy As String)
    MsgBox what & vbLf & remedy, vbExclamation, "Tournoi"
End Sub

' How a command names the closed workbook; of an address (OneDrive, SharePoint) only the name means something.
Private Function TX_File(ByVal book As String) As String
    If Left(book, 4) = "http" Then book = Mid(book, InStrRev(book, "/") + 1)
    TX_File = TX_Quoted(book)
End Function

Private Function TX_Quoted(ByVal path As String) As String
    TX_Quoted = Chr(34) & path & Chr(34)
End Function

' The text of the constant ="C:\...\python.exe"; without one, where the setup puts the program.
Private Function TX_Program() As String
    Dim constant As String
    On Error Resume Next
    constant = ThisWorkbook.Names("TX_Programme").RefersTo
    On Error GoTo 0
    If Len(constant) > 3 Then
        TX_Program = Replace(Mid(constant, 3, Len(constant) - 3), Chr(34) & Chr(34), Chr(34))
    ElseIf Len(Environ("LOCALAPPDATA")) > 0 Then
        TX_Program = Environ("LOCALAPPDATA") & "\Programs\tournament-xl\python.exe"
    End If
End Function
