; One file for organisers: Python, its packages, the program and the tab for Excel, for this person only (no
; administrator), nothing downloaded. build.py calls makensis with the names in ${}.
Unicode true
Target amd64-unicode
ManifestDPIAware true
RequestExecutionLevel user
!ifdef QUICK
  SetCompressor zlib
!else
  SetCompressor /SOLID lzma
!endif
SetDateSave off
!include MUI2.nsh
!include LogicLib.nsh
!include FileFunc.nsh

!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\tournament-xl"
!define MENU "$SMPROGRAMS\Tournois"
!define TAB "$APPDATA\Microsoft\Excel\XLSTART\tournois.xlam" ; a folder that Excel trusts, and opens when it starts
!define TERMINAL "$LOCALAPPDATA\Microsoft\WindowsApps" ; in the PATH of every person since Windows 10

Name "Tournois"
BrandingText "tournament-xl ${VERSION}"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\tournament-xl"
VIProductVersion "${VERSION}.0"
VIAddVersionKey /LANG=1036 "ProductName" "Tournois (Scrabble Classique, Othello)"
VIAddVersionKey /LANG=1036 "FileDescription" "Installation de tournament-xl ${VERSION}"
VIAddVersionKey /LANG=1036 "FileVersion" "${VERSION}"
VIAddVersionKey /LANG=1036 "LegalCopyright" "MIT"

!define MUI_ABORTWARNING
!define MUI_WELCOMEPAGE_TEXT "Tournois de Scrabble Classique et d'Othello dans Excel ou LibreOffice.$\r$\n$\r$\n\
Fermez Excel et LibreOffice avant de continuer. Rien n'est téléchargé, et il ne faut pas être administrateur.$\r$\n$\r$\n\
Une version plus ancienne est remplacée ; vos classeurs ne sont pas touchés."
!define MUI_FINISHPAGE_TEXT "Excel a maintenant un onglet Tournoi, et le menu Démarrer un groupe Tournois."
!define MUI_FINISHPAGE_RUN "$INSTDIR\pythonw.exe"
!define MUI_FINISHPAGE_RUN_PARAMETERS '-P -m tournament_xl press new --live'
!define MUI_FINISHPAGE_RUN_TEXT "Créer un tournoi et l'ouvrir"
!define MUI_UNCONFIRMPAGE_TEXT_TOP "Le programme, l'onglet Tournoi d'Excel et le menu de LibreOffice seront enlevés. \
Vos classeurs et leurs sauvegardes restent où ils sont ($PROFILE\Tournois)."
!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "French"

; A file that a running program holds cannot be replaced: asked before anything is changed.
!macro Free un
Function ${un}Free
  StrCpy $INSTDIR "$LOCALAPPDATA\Programs\tournament-xl" ; nowhere else: the tab looks there, and the folder is emptied
again:
  ClearErrors
  ${If} ${FileExists} "${TAB}"
    FileOpen $0 "${TAB}" a
    FileClose $0
  ${EndIf}
  ${If} ${FileExists} "$INSTDIR\python.exe"
    FileOpen $0 "$INSTDIR\python.exe" a
    FileClose $0
  ${EndIf}
  ${If} ${Errors}
    MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "Excel ou une commande des tournois est encore ouvert. \
Fermez Excel, puis cliquez Recommencer." /SD IDCANCEL IDRETRY again
    SetErrorLevel 2
    Abort
  ${EndIf}
FunctionEnd
!macroend
!insertmacro Free ""
!insertmacro Free "un."

Function .onInit
  Call Free
FunctionEnd

Function un.onInit
  Call un.Free
FunctionEnd

Section
  ${If} ${FileExists} "$INSTDIR\desinstaller.exe" ; an older version knows what it has put here
    ExecWait '"$INSTDIR\desinstaller.exe" /S /MAJ _?=$INSTDIR'
  ${EndIf}
  RMDir /r "$INSTDIR\Lib" ; Python would load what is left there
  !include "${FILES}"
  WriteUninstaller "$INSTDIR\desinstaller.exe"
!ifndef QUICK ; for `make windows`: a minute under Wine
  DetailPrint "Préparation…" ; so that the first press is as quick as the others
  nsExec::Exec '"$INSTDIR\python.exe" -m compileall -q "$INSTDIR\Lib"'
  Pop $0
!endif
  SetOutPath "$APPDATA\Microsoft\Excel\XLSTART"
  File "${ADDIN}"
  CreateDirectory "$PROFILE\Tournois"
  CreateDirectory "${MENU}"
  SetOutPath "$PROFILE\Tournois" ; where the shortcuts start
  CreateShortCut "${MENU}\Nouveau tournoi.lnk" "$INSTDIR\pythonw.exe" '-P -m tournament_xl press new --live'
  CreateShortCut "${MENU}\Tournois dans le navigateur.lnk" "$INSTDIR\pythonw.exe" '-P -m tournament_xl app "$PROFILE\Tournois"'
  CreateShortCut "${MENU}\Mes tournois.lnk" "$PROFILE\Tournois"
  CreateShortCut "${MENU}\Est-ce que tout marche.lnk" "$INSTDIR\pythonw.exe" '-P -m tournament_xl press doctor --live'
  CreateShortCut "${MENU}\Menu pour LibreOffice.lnk" \
    "$INSTDIR\Lib\site-packages\tournament_xl\libreoffice\tournament-xl.oxt"
  CreateDirectory "${TERMINAL}"
  CopyFiles /SILENT "$INSTDIR\tournament-xl.cmd" "${TERMINAL}"
  WriteRegStr HKCU "${KEY}" "DisplayName" "Tournois (tournament-xl)"
  WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\desinstaller.exe"'
  WriteRegStr HKCU "${KEY}" "QuietUninstallString" '"$INSTDIR\desinstaller.exe" /S'
  WriteRegStr HKCU "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegDWORD HKCU "${KEY}" "EstimatedSize" ${SIZE_KB}
  WriteRegDWORD HKCU "${KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${KEY}" "NoRepair" 1
SectionEnd

Section "Uninstall"
  SetOutPath "$TEMP" ; or the folder would be in use
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/MAJ" $1
  ${If} ${Errors} ; for good: LibreOffice's menu would call a program that is gone
    ReadRegStr $0 HKLM "SOFTWARE\LibreOffice\UNO\InstallPath" ""
    ${If} $0 != ""
    ${AndIf} ${FileExists} "$0\unopkg.com"
      nsExec::Exec '"$0\unopkg.com" remove ${EXTENSION}'
      Pop $0
    ${EndIf}
    Delete "$APPDATA\LibreOffice\4\user\tournament-xl.json" ; the programs that its menu may start
  ${EndIf}
  !include "${REMOVED}" ; what was installed, file by file: what somebody has put beside it stays
  Delete "$INSTDIR\desinstaller.exe"
  RMDir "$INSTDIR"
  Delete "${MENU}\Nouveau tournoi.lnk"
  Delete "${MENU}\Tournois dans le navigateur.lnk"
  Delete "${MENU}\Mes tournois.lnk"
  Delete "${MENU}\Est-ce que tout marche.lnk"
  Delete "${MENU}\Menu pour LibreOffice.lnk"
  RMDir "${MENU}"
  Delete "${TAB}"
  Delete "${TERMINAL}\tournament-xl.cmd"
  RMDir "$PROFILE\Tournois" ; only when nothing is in it
  DeleteRegKey HKCU "${KEY}"
  ${If} ${FileExists} "$PROFILE\Tournois\*.*"
    MessageBox MB_OK|MB_ICONINFORMATION "Vos classeurs sont restés dans $PROFILE\Tournois." /SD IDOK
  ${EndIf}
SectionEnd
