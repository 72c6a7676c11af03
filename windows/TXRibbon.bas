Attribute VB_Name = "TXRibbon"
Option Explicit

' The tab Tournoi (addin.py): each button has its action as its tag.
Public Sub TX_Ribbon(ByVal control As Object)
    TX_PressInExcel control.Tag
End Sub
