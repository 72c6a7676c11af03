-- Written by the program of the first tables: January published; February with a correction of January's tournament.
PRAGMA application_id = 1415072838;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE adjustment (
    publication INTEGER NOT NULL, position INTEGER NOT NULL, day TEXT NOT NULL, licence TEXT NOT NULL,
    points TEXT NOT NULL, reason TEXT NOT NULL, source TEXT NOT NULL, PRIMARY KEY (publication, position)
);
CREATE TABLE decision (
    number INTEGER PRIMARY KEY, publication INTEGER NOT NULL, nature TEXT NOT NULL, tournament TEXT NOT NULL,
    day TEXT NOT NULL, mark TEXT NOT NULL, name TEXT NOT NULL, first_name TEXT NOT NULL, licence TEXT NOT NULL,
    club TEXT NOT NULL, question TEXT NOT NULL, candidates TEXT NOT NULL, proposals TEXT NOT NULL,
    answer TEXT NOT NULL, author TEXT NOT NULL, decided TEXT NOT NULL, reason TEXT NOT NULL
);
INSERT INTO "decision" VALUES(1,2,'doublon','TH de Vienne','10/01/2016','613a071158e8ae8d','','','','','vienne corrige.xlsx : le même tournoi que vienne.xlsx, semble-t-il, mais pas tout à fait. Il a autre chose : ronde 1, NOM02 Ève – NOM05 Ève : 299-511 au lieu de 373-416. « compter » : ce fichier compte à la place ; « écarter » : il ne compte pas.','','compter | écarter','compter','Anne Roux','29/02/2016','');
CREATE TABLE entrant (
    publication INTEGER NOT NULL, tournament INTEGER NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL,
    first_name TEXT NOT NULL, licence TEXT NOT NULL, club TEXT NOT NULL, series TEXT NOT NULL, cote TEXT NOT NULL,
    place INTEGER, anonymous INTEGER NOT NULL, person INTEGER, start TEXT,
    PRIMARY KEY (tournament, publication, number)
);
INSERT INTO "entrant" VALUES(1,1,1,'NOM01','Ève','L01','Vienne','4A','1501',4,0,1,'1501/1');
INSERT INTO "entrant" VALUES(1,1,2,'NOM02','Ève','L02','Vienne','4A','1502',1,0,2,'1502/1');
INSERT INTO "entrant" VALUES(1,1,3,'NOM03','Ève','L03','Vienne','4A','1503',2,0,3,'1503/1');
INSERT INTO "entrant" VALUES(1,1,4,'NOM04','Ève','L04','Vienne','4A','1504',6,0,4,'1504/1');
INSERT INTO "entrant" VALUES(1,1,5,'NOM05','Ève','L05','Vienne','4A','1505',5,0,5,'1505/1');
INSERT INTO "entrant" VALUES(1,1,6,'NOM06','Ève','L06','Vienne','4A','1506',3,0,6,'1506/1');
INSERT INTO "entrant" VALUES(2,2,1,'NOM01','Ève','L01','Vienne','4A','1501',3,0,1,'1507/1');
INSERT INTO "entrant" VALUES(2,2,2,'NOM02','Ève','L02','Vienne','4A','1502',4,0,2,'1519/1');
INSERT INTO "entrant" VALUES(2,2,3,'NOM03','Ève','L03','Vienne','4A','1503',6,0,3,'1531/1');
INSERT INTO "entrant" VALUES(2,2,4,'NOM04','Ève','L04','Vienne','4A','1504',1,0,4,'1504/1');
INSERT INTO "entrant" VALUES(2,2,5,'NOM05','Ève','L05','Vienne','4A','1505',5,0,5,'1506/1');
INSERT INTO "entrant" VALUES(2,2,6,'NOM06','Ève','L06','Vienne','4A','1506',2,0,6,'1513/1');
INSERT INTO "entrant" VALUES(2,3,1,'NOM01','Ève','L01','Vienne','4A','1501',4,0,1,'1501/1');
INSERT INTO "entrant" VALUES(2,3,2,'NOM02','Ève','L02','Vienne','4A','1502',2,0,2,'1502/1');
INSERT INTO "entrant" VALUES(2,3,3,'NOM03','Ève','L03','Vienne','4A','1503',1,0,3,'1503/1');
INSERT INTO "entrant" VALUES(2,3,4,'NOM04','Ève','L04','Vienne','4A','1504',6,0,4,'1504/1');
INSERT INTO "entrant" VALUES(2,3,5,'NOM05','Ève','L05','Vienne','4A','1505',5,0,5,'1505/1');
INSERT INTO "entrant" VALUES(2,3,6,'NOM06','Ève','L06','Vienne','4A','1506',3,0,6,'1506/1');
INSERT INTO "entrant" VALUES(2,1,1,'NOM01','Ève','L01','Vienne','4A','1501',4,0,NULL,NULL);
INSERT INTO "entrant" VALUES(2,1,2,'NOM02','Ève','L02','Vienne','4A','1502',1,0,NULL,NULL);
INSERT INTO "entrant" VALUES(2,1,3,'NOM03','Ève','L03','Vienne','4A','1503',2,0,NULL,NULL);
INSERT INTO "entrant" VALUES(2,1,4,'NOM04','Ève','L04','Vienne','4A','1504',6,0,NULL,NULL);
INSERT INTO "entrant" VALUES(2,1,5,'NOM05','Ève','L05','Vienne','4A','1505',5,0,NULL,NULL);
INSERT INTO "entrant" VALUES(2,1,6,'NOM06','Ève','L06','Vienne','4A','1506',3,0,NULL,NULL);
CREATE TABLE expected (
    publication INTEGER NOT NULL, position INTEGER NOT NULL, day TEXT NOT NULL, title TEXT NOT NULL,
    organiser TEXT NOT NULL, PRIMARY KEY (publication, position)
);
CREATE TABLE folder (publication INTEGER NOT NULL, received INTEGER NOT NULL, PRIMARY KEY (publication, received));
INSERT INTO "folder" VALUES(1,1);
INSERT INTO "folder" VALUES(1,2);
INSERT INTO "folder" VALUES(2,3);
INSERT INTO "folder" VALUES(2,4);
CREATE TABLE generation (
    number INTEGER PRIMARY KEY, act TEXT NOT NULL, publication INTEGER NOT NULL, hash TEXT NOT NULL
);
INSERT INTO "generation" VALUES(1,'publication',1,'4c35e74dd220b3a59c64febf1d5395f376675c039088be97889b76bc3f839a69');
INSERT INTO "generation" VALUES(2,'publication',2,'f0276e9c21ddc6d8264054fd96e50e0b40436b6b8f0d7ef57ea6df599f900c6d');
CREATE TABLE list_line (
    publication INTEGER NOT NULL, position INTEGER NOT NULL, since TEXT NOT NULL, line TEXT NOT NULL,
    PRIMARY KEY (publication, position)
);
INSERT INTO "list_line" VALUES(1,0,'0001-01-01','{"Nom": "NOM01", "Prénom": "Ève", "Licence": "L01", "Club": "Vienne", "Cote": "1501", "Série duplicate": "4A", "Catégorie": "S", "Elo duplicate": "1500", "Nationalité": "FRA", "Fédération": "FFS", "Coefficient classique": "1", "Dernier tournoi": "01/08/2015"}');
INSERT INTO "list_line" VALUES(1,1,'0001-01-01','{"Nom": "NOM02", "Prénom": "Ève", "Licence": "L02", "Club": "Vienne", "Cote": "1502", "Série duplicate": "4A", "Catégorie": "S", "Elo duplicate": "1500", "Nationalité": "FRA", "Fédération": "FFS", "Coefficient classique": "1", "Dernier tournoi": "01/08/2015"}');
INSERT INTO "list_line" VALUES(1,2,'0001-01-01','{"Nom": "NOM03", "Prénom": "Ève", "Licence": "L03", "Club": "Vienne", "Cote": "1503", "Série duplicate": "4A", "Catégorie": "S", "Elo duplicate": "1500", "Nationalité": "FRA", "Fédération": "FFS", "Coefficient classique": "1", "Dernier tournoi": "01/08/2015"}');
INSERT INTO "list_line" VALUES(1,3,'0001-01-01','{"Nom": "NOM04", "Prénom": "Ève", "Licence": "L04", "Club": "Vienne", "Cote": "1504", "Série duplicate": "4A", "Catégorie": "S", "Elo duplicate": "1500", "Nationalité": "FRA", "Fédération": "FFS", "Coefficient classique": "1", "Dernier tournoi": "01/08/2015"}');
INSERT INTO "list_line" VALUES(1,4,'0001-01-01','{"Nom": "NOM05", "Prénom": "Ève", "Licence": "L05", "Club": "Vienne", "Cote": "1505", "Série duplicate": "4A", "Catégorie": "S", "Elo duplicate": "1500", "Nationalité": "FRA", "Fédération": "FFS", "Coefficient classique": "1", "Dernier tournoi": "01/08/2015"}');
INSERT INTO "list_line" VALUES(1,5,'0001-01-01','{"Nom": "NOM06", "Prénom": "Ève", "Licence": "L06", "Club": "Vienne", "Cote": "1506", "Série duplicate": "4A", "Catégorie": "S", "Elo duplicate": "1500", "Nationalité": "FRA", "Fédération": "FFS", "Coefficient classique": "1", "Dernier tournoi": "01/08/2015"}');
CREATE TABLE movement (
    number INTEGER PRIMARY KEY, publication INTEGER NOT NULL, day TEXT NOT NULL, kind TEXT NOT NULL,
    reason TEXT NOT NULL, person INTEGER NOT NULL, before TEXT, after TEXT NOT NULL,
    hash TEXT NOT NULL, entrant INTEGER NOT NULL, played TEXT, place INTEGER, rank INTEGER, start TEXT, reference TEXT,
    pe TEXT, bonus TEXT, raw TEXT, pj TEXT
);
INSERT INTO "movement" VALUES(1,1,'2016-01-10','tournoi','TH de Vienne',2,'1502/1','1531/1','77397245f9ba88e24cbd5b93eb3aed3c5e06ba3905c6d92fe3b4d84aa2618384',2,'2016-01-10',1,5,'1502/1','1506/1','6/1','20/1','3/1','3/1');
INSERT INTO "movement" VALUES(2,1,'2016-01-10','tournoi','TH de Vienne',3,'1503/1','1519/1','77397245f9ba88e24cbd5b93eb3aed3c5e06ba3905c6d92fe3b4d84aa2618384',3,'2016-01-10',2,4,'1503/1','1505/1','5/1','10/1','1/1','1/1');
INSERT INTO "movement" VALUES(3,1,'2016-01-10','tournoi','TH de Vienne',6,'1506/1','1513/1','77397245f9ba88e24cbd5b93eb3aed3c5e06ba3905c6d92fe3b4d84aa2618384',6,'2016-01-10',3,1,'1506/1','1504/1','4/1','4/1','-1/1','-1/1');
INSERT INTO "movement" VALUES(4,1,'2016-01-10','tournoi','TH de Vienne',1,'1501/1','1507/1','77397245f9ba88e24cbd5b93eb3aed3c5e06ba3905c6d92fe3b4d84aa2618384',1,'2016-01-10',4,6,'1501/1','1503/1','3/1','2/1','1/1','1/1');
INSERT INTO "movement" VALUES(5,1,'2016-01-10','tournoi','TH de Vienne',5,'1505/1','1506/1','77397245f9ba88e24cbd5b93eb3aed3c5e06ba3905c6d92fe3b4d84aa2618384',5,'2016-01-10',5,2,'1505/1','1502/1','2/1','0/1','-1/1','-1/1');
INSERT INTO "movement" VALUES(6,1,'2016-01-10','tournoi','TH de Vienne',4,'1504/1','1504/1','77397245f9ba88e24cbd5b93eb3aed3c5e06ba3905c6d92fe3b4d84aa2618384',4,'2016-01-10',6,3,'1504/1','1501/1','1/1','0/1','-1/1','-1/1');
INSERT INTO "movement" VALUES(7,2,'2016-02-01','ajustement','TH de Vienne (10/01/2016) : une version corrigée compte, la différence des variations s''ajoute. Variation +17 au lieu de +29.',2,'1531/1','1519/1','',0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "movement" VALUES(8,2,'2016-02-01','ajustement','TH de Vienne (10/01/2016) : une version corrigée compte, la différence des variations s''ajoute. Variation +28 au lieu de +16.',3,'1519/1','1531/1','',0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "movement" VALUES(9,2,'2016-02-07','tournoi','TH de Lyon',4,'1504/1','1548/1','a1686df1b6b5fa260832dd70632dded1e48c0be5c0f64adb4f9edec65aa25bf4',4,'2016-02-07',1,6,'1504/1','1531/1','6/1','20/1','18/1','18/1');
INSERT INTO "movement" VALUES(10,2,'2016-02-07','tournoi','TH de Lyon',6,'1513/1','1532/1','a1686df1b6b5fa260832dd70632dded1e48c0be5c0f64adb4f9edec65aa25bf4',6,'2016-02-07',2,3,'1513/1','1519/1','5/1','10/1','4/1','4/1');
INSERT INTO "movement" VALUES(11,2,'2016-02-07','tournoi','TH de Lyon',1,'1507/1','1519/1','a1686df1b6b5fa260832dd70632dded1e48c0be5c0f64adb4f9edec65aa25bf4',1,'2016-02-07',3,4,'1507/1','1513/1','4/1','4/1','4/1','4/1');
INSERT INTO "movement" VALUES(12,2,'2016-02-07','tournoi','TH de Lyon',2,'1519/1','1520/1','a1686df1b6b5fa260832dd70632dded1e48c0be5c0f64adb4f9edec65aa25bf4',2,'2016-02-07',4,2,'1519/1','1507/1','3/1','2/1','-4/1','-4/1');
INSERT INTO "movement" VALUES(13,2,'2016-02-07','tournoi','TH de Lyon',5,'1506/1','1508/1','a1686df1b6b5fa260832dd70632dded1e48c0be5c0f64adb4f9edec65aa25bf4',5,'2016-02-07',5,5,'1506/1','1506/1','2/1','0/1','0/1','0/1');
INSERT INTO "movement" VALUES(14,2,'2016-02-07','tournoi','TH de Lyon',3,'1531/1','1523/1','a1686df1b6b5fa260832dd70632dded1e48c0be5c0f64adb4f9edec65aa25bf4',3,'2016-02-07',6,1,'1531/1','1504/1','1/1','0/1','-9/1','-9/1');
CREATE TABLE person (
    publication INTEGER NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, first_name TEXT NOT NULL,
    licence TEXT NOT NULL, club TEXT NOT NULL, series TEXT NOT NULL, PRIMARY KEY (number, publication)
);
INSERT INTO "person" VALUES(1,1,'NOM01','Ève','L01','Vienne','4A');
INSERT INTO "person" VALUES(1,2,'NOM02','Ève','L02','Vienne','4A');
INSERT INTO "person" VALUES(1,3,'NOM03','Ève','L03','Vienne','4A');
INSERT INTO "person" VALUES(1,4,'NOM04','Ève','L04','Vienne','4A');
INSERT INTO "person" VALUES(1,5,'NOM05','Ève','L05','Vienne','4A');
INSERT INTO "person" VALUES(1,6,'NOM06','Ève','L06','Vienne','4A');
CREATE TABLE publication (
    number INTEGER PRIMARY KEY, day TEXT NOT NULL, closed INTEGER NOT NULL, imported INTEGER NOT NULL DEFAULT 0,
    written INTEGER NOT NULL DEFAULT 0, report TEXT NOT NULL, pdf INTEGER NOT NULL DEFAULT 0, hash TEXT NOT NULL,
    list_hash TEXT NOT NULL, program TEXT NOT NULL,
    federation TEXT NOT NULL, logo TEXT NOT NULL, signature TEXT NOT NULL
);
INSERT INTO "publication" VALUES(1,'2016-01-31',1,0,1,'2016-01-31.xlsx',0,'4c35e74dd220b3a59c64febf1d5395f376675c039088be97889b76bc3f839a69','12baa00d1aaba83275a121fffca09439e3c2b15d336cb688a4d9399666e4cdbd','0.1.0','FFS','','Anne Roux');
INSERT INTO "publication" VALUES(2,'2016-02-29',1,0,1,'2016-02-29.xlsx',0,'f0276e9c21ddc6d8264054fd96e50e0b40436b6b8f0d7ef57ea6df599f900c6d','','0.1.0','FFS','','Anne Roux');
CREATE TABLE ranked (
    publication INTEGER NOT NULL, position INTEGER NOT NULL, person INTEGER NOT NULL, rank INTEGER, cote TEXT,
    name TEXT, club TEXT, series TEXT, PRIMARY KEY (publication, position)
);
INSERT INTO "ranked" VALUES(1,0,2,1,'1531/1','NOM02 Ève','Vienne','C');
INSERT INTO "ranked" VALUES(1,1,3,2,'1519/1','NOM03 Ève','Vienne','C');
INSERT INTO "ranked" VALUES(1,2,6,3,'1513/1','NOM06 Ève','Vienne','C');
INSERT INTO "ranked" VALUES(1,3,1,4,'1507/1','NOM01 Ève','Vienne','C');
INSERT INTO "ranked" VALUES(1,4,5,5,'1506/1','NOM05 Ève','Vienne','C');
INSERT INTO "ranked" VALUES(1,5,4,6,'1504/1','NOM04 Ève','Vienne','C');
INSERT INTO "ranked" VALUES(2,0,4,1,'1548/1','NOM04 Ève','Vienne','C');
INSERT INTO "ranked" VALUES(2,1,6,2,'1532/1','NOM06 Ève','Vienne','C');
INSERT INTO "ranked" VALUES(2,2,3,3,'1523/1','NOM03 Ève','Vienne','C');
INSERT INTO "ranked" VALUES(2,3,2,4,'1520/1','NOM02 Ève','Vienne','C');
INSERT INTO "ranked" VALUES(2,4,1,5,'1519/1','NOM01 Ève','Vienne','C');
INSERT INTO "ranked" VALUES(2,5,5,6,'1508/1','NOM05 Ève','Vienne','C');
CREATE TABLE received (
    number INTEGER PRIMARY KEY, publication INTEGER NOT NULL, name TEXT NOT NULL, hash TEXT NOT NULL,
    within TEXT NOT NULL, label TEXT NOT NULL,
    mail INTEGER NOT NULL, sender TEXT, address TEXT, sent TEXT, subject TEXT, text TEXT, arrived TEXT, forwarder TEXT,
    refusal TEXT NOT NULL, word TEXT NOT NULL, title TEXT NOT NULL, organiser TEXT NOT NULL, letter_to TEXT NOT NULL,
    transient INTEGER NOT NULL, reader TEXT NOT NULL
);
INSERT INTO "received" VALUES(1,1,'mauvais.xlsx','2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881','','',0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'mauvais.xlsx n''est pas un classeur Excel .xlsx, malgré son nom. Ouvrez-le dans le programme qui l''a fait, enregistrez-le sous « Classeur Excel (.xlsx) », puis recommencez avec ce nouveau fichier.','refusé','','','',0,'cffc5922d9a052b46163f0de68733458e42caadeaebb404e8c06196bce74d6b4');
INSERT INTO "received" VALUES(2,1,'vienne.xlsx','77397245f9ba88e24cbd5b93eb3aed3c5e06ba3905c6d92fe3b4d84aa2618384','','',0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'','refusé','','','',0,'cffc5922d9a052b46163f0de68733458e42caadeaebb404e8c06196bce74d6b4');
INSERT INTO "received" VALUES(3,2,'lyon.xlsx','a1686df1b6b5fa260832dd70632dded1e48c0be5c0f64adb4f9edec65aa25bf4','','',0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'','refusé','','','',0,'cffc5922d9a052b46163f0de68733458e42caadeaebb404e8c06196bce74d6b4');
INSERT INTO "received" VALUES(4,2,'vienne corrige.xlsx','613a071158e8ae8da4e1cbb2330cf159766a7906a03022f3fe539aedb4c805ca','','',0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'','refusé','','','',0,'cffc5922d9a052b46163f0de68733458e42caadeaebb404e8c06196bce74d6b4');
CREATE TABLE season (
    publication INTEGER NOT NULL, position INTEGER NOT NULL, content TEXT NOT NULL, PRIMARY KEY (publication, position)
);
CREATE TABLE spelling (
    publication INTEGER NOT NULL, person INTEGER NOT NULL, position INTEGER NOT NULL, since TEXT NOT NULL,
    licence TEXT NOT NULL, name TEXT NOT NULL, first_name TEXT NOT NULL, club TEXT NOT NULL,
    PRIMARY KEY (person, publication, position)
);
INSERT INTO "spelling" VALUES(1,1,0,'0001-01-01','L01','NOM01','Ève','Vienne');
INSERT INTO "spelling" VALUES(1,2,0,'0001-01-01','L02','NOM02','Ève','Vienne');
INSERT INTO "spelling" VALUES(1,3,0,'0001-01-01','L03','NOM03','Ève','Vienne');
INSERT INTO "spelling" VALUES(1,4,0,'0001-01-01','L04','NOM04','Ève','Vienne');
INSERT INTO "spelling" VALUES(1,5,0,'0001-01-01','L05','NOM05','Ève','Vienne');
INSERT INTO "spelling" VALUES(1,6,0,'0001-01-01','L06','NOM06','Ève','Vienne');
CREATE TABLE tournament (
    number INTEGER PRIMARY KEY, publication INTEGER NOT NULL, hash TEXT NOT NULL UNIQUE, title TEXT NOT NULL,
    place TEXT NOT NULL, first_day TEXT NOT NULL, last_day TEXT NOT NULL, formula TEXT NOT NULL, kind TEXT NOT NULL,
    season TEXT NOT NULL, games INTEGER NOT NULL, organiser TEXT NOT NULL, email TEXT NOT NULL, draw TEXT NOT NULL,
    serious TEXT NOT NULL, details TEXT NOT NULL, document TEXT NOT NULL
);
INSERT INTO "tournament" VALUES(1,1,'77397245f9ba88e24cbd5b93eb3aed3c5e06ba3905c6d92fe3b4d84aa2618384','TH de Vienne','Vienne','2016-01-10','2016-01-10','Classique','','',5,'','','','["La feuille cachée Mémoire manque ou est vide : les rondes sont jugées sur les résultats actuels, et ce qui a changé avant ne peut plus être vu.", "Ronde 1, table 1 : NOM02 Ève – NOM05 Ève ; le règlement donne ?.", "Ronde 1, table 2 : NOM03 Ève – NOM04 Ève ; le règlement donne ?.", "Et 19 autre(s) constat(s) : « Vérifier le tournoi » les dit."]','["Grille, ligne 2, « Place » : vide au lieu de 1 ; « N° » : vide au lieu de 2 ; « Joueur » : vide au lieu de NOM02 Ève ; « PM » : vide au lieu de 11 ; « Pdep » : vide au lieu de 143 ; « G » : vide au lieu de −43\n5. NOM05 ; « H » : vide au lieu de +100\n5. NOM05 ; « I » : vide au lieu de +100\n3. NOM06 ; « J » : vide au lieu de +73\n3. NOM06 ; « K » : vide au lieu de −87\n6. NOM04.", "Grille, ligne 3, « Place » : vide au lieu de 2 ; « N° » : vide au lieu de 3 ; « Joueur » : vide au lieu de NOM03 Ève ; « PM » : vide au lieu de 11 ; « Pdep » : vide au lieu de 104 ; « G » : vide au lieu de +40\n6. NOM04 ; « H » : vide au lieu de −100\n3. NOM06 ; « I » : vide au lieu de −36\n6. NOM04 ; « J » : vide au lieu de +100\n4. NOM01 ; « K » : vide au lieu de +100\n5. NOM05.", "Grille, ligne 4, « Place » : vide au lieu de 3 ; « N° » : vide au lieu de 6 ; « Joueur » : vide au lieu de NOM06 Ève ; « PM » : vide au lieu de 11 ; « Pdep » : vide au lieu de -9 ; « G » : vide au lieu de +36\n4. NOM01 ; « H » : vide au lieu de +100\n2. NOM03 ; « I » : vide au lieu de −100\n1. NOM02 ; « J » : vide au lieu de −73\n1. NOM02 ; « K » : vide au lieu de +28\n4. NOM01.", "Et 3 autre(s) constat(s) : « Vérifier le tournoi » les dit."]','{"format":2,"game":"scrabble","effective":{"Formule":"Classique","Édition":"F50","Nombre de rondes":5,"Manches gagnantes":"1","Type d''épreuve":"TH","Saison":"2015-2016"},"settings":{"Formule":"Classique","Édition":"F50","Nombre de rondes":5,"Graine":"7"},"players":{"1":{"name":"NOM01","first_name":"Ève","licence":"L01","cote":1501,"seed":6},"2":{"name":"NOM02","first_name":"Ève","licence":"L02","cote":1502,"seed":5},"3":{"name":"NOM03","first_name":"Ève","licence":"L03","cote":1503,"seed":4},"4":{"name":"NOM04","first_name":"Ève","licence":"L04","cote":1504,"seed":3},"5":{"name":"NOM05","first_name":"Ève","licence":"L05","cote":1505,"seed":2},"6":{"name":"NOM06","first_name":"Ève","licence":"L06","cote":1506,"seed":1}},"rounds":{"1":{"matches":{"2-5":{"sides":[5,2],"table":1,"scores":[416,373]},"3-4":{"sides":[3,4],"table":2,"scores":[525,485]},"1-6":{"sides":[6,1],"table":3,"scores":[357,321]}}},"2":{"matches":{"1-4":{"sides":[4,1],"table":1,"scores":[287,401]},"2-5":{"sides":[2,5],"table":2,"scores":[385,283]},"3-6":{"sides":[3,6],"table":3,"scores":[284,439]}}},"3":{"matches":{"2-6":{"sides":[6,2],"table":1,"scores":[302,429]},"3-4":{"sides":[3,4],"table":2,"scores":[397,433]},"1-5":{"sides":[1,5],"table":3,"scores":[520,366]}}},"4":{"matches":{"2-6":{"sides":[6,2],"table":1,"scores":[449,522]},"4-5":{"sides":[5,4],"table":2,"scores":[418,314]},"1-3":{"sides":[3,1],"table":3,"scores":[547,351]}}},"5":{"matches":{"1-6":{"sides":[1,6],"table":1,"scores":[370,398]},"2-4":{"sides":[2,4],"table":2,"scores":[441,528]},"3-5":{"sides":[5,3],"table":3,"scores":[333,488]}}}}}');
INSERT INTO "tournament" VALUES(2,2,'a1686df1b6b5fa260832dd70632dded1e48c0be5c0f64adb4f9edec65aa25bf4','TH de Lyon','Vienne','2016-02-07','2016-02-07','Classique','','',5,'','','','["La feuille cachée Mémoire manque ou est vide : les rondes sont jugées sur les résultats actuels, et ce qui a changé avant ne peut plus être vu.", "Ronde 1, table 1 : NOM01 Ève – NOM05 Ève ; le règlement donne ?.", "Ronde 1, table 2 : NOM02 Ève – NOM06 Ève ; le règlement donne ?.", "Et 19 autre(s) constat(s) : « Vérifier le tournoi » les dit."]','["Grille, ligne 2, « Place » : vide au lieu de 1 ; « N° » : vide au lieu de 4 ; « Joueur » : vide au lieu de NOM04 Ève ; « PM » : vide au lieu de 13 ; « Pdep » : vide au lieu de 271 ; « G » : vide au lieu de +100\n6. NOM03 ; « H » : vide au lieu de −100\n2. NOM06 ; « I » : vide au lieu de +100\n4. NOM02 ; « J » : vide au lieu de +100\n5. NOM05 ; « K » : vide au lieu de +71\n2. NOM06.", "Grille, ligne 3, « Place » : vide au lieu de 2 ; « N° » : vide au lieu de 6 ; « Joueur » : vide au lieu de NOM06 Ève ; « PM » : vide au lieu de 11 ; « Pdep » : vide au lieu de 129 ; « G » : vide au lieu de +100\n4. NOM02 ; « H » : vide au lieu de +100\n1. NOM04 ; « I » : vide au lieu de +100\n6. NOM03 ; « J » : vide au lieu de −100\n4. NOM02 ; « K » : vide au lieu de −71\n1. NOM04.", "Grille, ligne 4, « Place » : vide au lieu de 3 ; « N° » : vide au lieu de 1 ; « Joueur » : vide au lieu de NOM01 Ève ; « PM » : vide au lieu de 11 ; « Pdep » : vide au lieu de -3 ; « G » : vide au lieu de +89\n5. NOM05 ; « H » : vide au lieu de −100\n6. NOM03 ; « I » : vide au lieu de +5\n5. NOM05 ; « J » : vide au lieu de +4\n6. NOM03 ; « K » : vide au lieu de −1\n4. NOM02.", "Et 3 autre(s) constat(s) : « Vérifier le tournoi » les dit."]','{"format":2,"game":"scrabble","effective":{"Formule":"Classique","Édition":"F10","Nombre de rondes":5,"Manches gagnantes":"1","Type d''épreuve":"TH","Saison":"2015-2016"},"settings":{"Formule":"Classique","Édition":"F10","Nombre de rondes":5,"Graine":"7"},"players":{"1":{"name":"NOM01","first_name":"Ève","licence":"L01","cote":1501,"seed":6},"2":{"name":"NOM02","first_name":"Ève","licence":"L02","cote":1502,"seed":5},"3":{"name":"NOM03","first_name":"Ève","licence":"L03","cote":1503,"seed":4},"4":{"name":"NOM04","first_name":"Ève","licence":"L04","cote":1504,"seed":3},"5":{"name":"NOM05","first_name":"Ève","licence":"L05","cote":1505,"seed":2},"6":{"name":"NOM06","first_name":"Ève","licence":"L06","cote":1506,"seed":1}},"rounds":{"1":{"matches":{"1-5":{"sides":[1,5],"table":1,"scores":[485,396]},"2-6":{"sides":[6,2],"table":2,"scores":[490,347]},"3-4":{"sides":[4,3],"table":3,"scores":[484,364]}}},"2":{"matches":{"2-5":{"sides":[2,5],"table":1,"scores":[350,326]},"1-3":{"sides":[1,3],"table":2,"scores":[322,446]},"4-6":{"sides":[6,4],"table":3,"scores":[493,386]}}},"3":{"matches":{"3-6":{"sides":[3,6],"table":1,"scores":[430,549]},"2-4":{"sides":[2,4],"table":2,"scores":[253,532]},"1-5":{"sides":[1,5],"table":3,"scores":[406,401]}}},"4":{"matches":{"4-5":{"sides":[4,5],"table":1,"scores":[526,355]},"1-3":{"sides":[1,3],"table":2,"scores":[520,516]},"2-6":{"sides":[2,6],"table":3,"scores":[510,347]}}},"5":{"matches":{"3-5":{"sides":[5,3],"table":1,"scores":[531,408]},"4-6":{"sides":[4,6],"table":2,"scores":[347,276]},"1-2":{"sides":[2,1],"table":3,"scores":[373,372]}}}}}');
INSERT INTO "tournament" VALUES(3,2,'613a071158e8ae8da4e1cbb2330cf159766a7906a03022f3fe539aedb4c805ca','TH de Vienne','Vienne','2016-01-10','2016-01-10','Classique','','',5,'','','','["La feuille cachée Mémoire manque ou est vide : les rondes sont jugées sur les résultats actuels, et ce qui a changé avant ne peut plus être vu.", "Ronde 1, table 1 : NOM02 Ève – NOM05 Ève ; le règlement donne ?.", "Ronde 1, table 2 : NOM03 Ève – NOM04 Ève ; le règlement donne ?.", "Et 19 autre(s) constat(s) : « Vérifier le tournoi » les dit."]','["Grille, ligne 2, « Place » : vide au lieu de 1 ; « N° » : vide au lieu de 3 ; « Joueur » : vide au lieu de NOM03 Ève ; « PM » : vide au lieu de 11 ; « Pdep » : vide au lieu de 104 ; « G » : vide au lieu de +40\n6. NOM04 ; « H » : vide au lieu de −100\n3. NOM06 ; « I » : vide au lieu de −36\n6. NOM04 ; « J » : vide au lieu de +100\n4. NOM01 ; « K » : vide au lieu de +100\n5. NOM05.", "Grille, ligne 3, « Place » : vide au lieu de 2 ; « N° » : vide au lieu de 2 ; « Joueur » : vide au lieu de NOM02 Ève ; « PM » : vide au lieu de 11 ; « Pdep » : vide au lieu de 86 ; « G » : vide au lieu de −100\n5. NOM05 ; « H » : vide au lieu de +100\n5. NOM05 ; « I » : vide au lieu de +100\n3. NOM06 ; « J » : vide au lieu de +73\n3. NOM06 ; « K » : vide au lieu de −87\n6. NOM04.", "Grille, ligne 4, « Place » : vide au lieu de 3 ; « N° » : vide au lieu de 6 ; « Joueur » : vide au lieu de NOM06 Ève ; « PM » : vide au lieu de 11 ; « Pdep » : vide au lieu de -9 ; « G » : vide au lieu de +36\n4. NOM01 ; « H » : vide au lieu de +100\n1. NOM03 ; « I » : vide au lieu de −100\n2. NOM02 ; « J » : vide au lieu de −73\n2. NOM02 ; « K » : vide au lieu de +28\n4. NOM01.", "Et 3 autre(s) constat(s) : « Vérifier le tournoi » les dit."]','{"format":2,"game":"scrabble","effective":{"Formule":"Classique","Édition":"F50","Nombre de rondes":5,"Manches gagnantes":"1","Type d''épreuve":"TH","Saison":"2015-2016"},"settings":{"Formule":"Classique","Édition":"F50","Nombre de rondes":5,"Graine":"7"},"players":{"1":{"name":"NOM01","first_name":"Ève","licence":"L01","cote":1501,"seed":6},"2":{"name":"NOM02","first_name":"Ève","licence":"L02","cote":1502,"seed":5},"3":{"name":"NOM03","first_name":"Ève","licence":"L03","cote":1503,"seed":4},"4":{"name":"NOM04","first_name":"Ève","licence":"L04","cote":1504,"seed":3},"5":{"name":"NOM05","first_name":"Ève","licence":"L05","cote":1505,"seed":2},"6":{"name":"NOM06","first_name":"Ève","licence":"L06","cote":1506,"seed":1}},"rounds":{"1":{"matches":{"2-5":{"sides":[5,2],"table":1,"scores":[511,299]},"3-4":{"sides":[3,4],"table":2,"scores":[525,485]},"1-6":{"sides":[6,1],"table":3,"scores":[357,321]}}},"2":{"matches":{"1-4":{"sides":[4,1],"table":1,"scores":[287,401]},"2-5":{"sides":[2,5],"table":2,"scores":[385,283]},"3-6":{"sides":[3,6],"table":3,"scores":[284,439]}}},"3":{"matches":{"2-6":{"sides":[6,2],"table":1,"scores":[302,429]},"3-4":{"sides":[3,4],"table":2,"scores":[397,433]},"1-5":{"sides":[1,5],"table":3,"scores":[520,366]}}},"4":{"matches":{"2-6":{"sides":[6,2],"table":1,"scores":[449,522]},"4-5":{"sides":[5,4],"table":2,"scores":[418,314]},"1-3":{"sides":[3,1],"table":3,"scores":[547,351]}}},"5":{"matches":{"1-6":{"sides":[1,6],"table":1,"scores":[370,398]},"2-4":{"sides":[2,4],"table":2,"scores":[441,528]},"3-5":{"sides":[5,3],"table":3,"scores":[333,488]}}}}}');
CREATE TABLE verdict (
    number INTEGER PRIMARY KEY, publication INTEGER NOT NULL, received INTEGER NOT NULL, verdict TEXT NOT NULL,
    reason TEXT NOT NULL, kept INTEGER NOT NULL, published TEXT, counted_on TEXT
);
INSERT INTO "verdict" VALUES(1,1,2,'compté, grave','',1,'2016-01-31','2016-01-10');
INSERT INTO "verdict" VALUES(2,1,1,'refusé','mauvais.xlsx n''est pas un classeur Excel .xlsx, malgré son nom. Ouvrez-le dans le programme qui l''a fait, enregistrez-le sous « Classeur Excel (.xlsx) », puis recommencez avec ce nouveau fichier.',0,NULL,NULL);
INSERT INTO "verdict" VALUES(3,2,4,'compté, grave','',1,'2016-02-29','2016-01-10');
INSERT INTO "verdict" VALUES(4,2,3,'compté, grave','',1,'2016-02-29','2016-02-07');
INSERT INTO "verdict" VALUES(5,2,2,'écarté','écarté',1,NULL,NULL);
CREATE INDEX received_hash ON received (hash);
CREATE VIEW movement_real AS SELECT *, CAST(substr(before, 1, instr(before || '/1', '/') - 1) AS REAL) / CAST(substr(before || '/1', instr(before || '/1', '/') + 1) AS REAL) AS before_real, CAST(substr(after, 1, instr(after || '/1', '/') - 1) AS REAL) / CAST(substr(after || '/1', instr(after || '/1', '/') + 1) AS REAL) AS after_real, CAST(substr(start, 1, instr(start || '/1', '/') - 1) AS REAL) / CAST(substr(start || '/1', instr(start || '/1', '/') + 1) AS REAL) AS start_real, CAST(substr(reference, 1, instr(reference || '/1', '/') - 1) AS REAL) / CAST(substr(reference || '/1', instr(reference || '/1', '/') + 1) AS REAL) AS reference_real, CAST(substr(pe, 1, instr(pe || '/1', '/') - 1) AS REAL) / CAST(substr(pe || '/1', instr(pe || '/1', '/') + 1) AS REAL) AS pe_real, CAST(substr(bonus, 1, instr(bonus || '/1', '/') - 1) AS REAL) / CAST(substr(bonus || '/1', instr(bonus || '/1', '/') + 1) AS REAL) AS bonus_real, CAST(substr(raw, 1, instr(raw || '/1', '/') - 1) AS REAL) / CAST(substr(raw || '/1', instr(raw || '/1', '/') + 1) AS REAL) AS raw_real, CAST(substr(pj, 1, instr(pj || '/1', '/') - 1) AS REAL) / CAST(substr(pj || '/1', instr(pj || '/1', '/') + 1) AS REAL) AS pj_real FROM movement;
CREATE VIEW entrant_real AS SELECT *, CAST(substr(cote, 1, instr(cote || '/1', '/') - 1) AS REAL) / CAST(substr(cote || '/1', instr(cote || '/1', '/') + 1) AS REAL) AS cote_real, CAST(substr(start, 1, instr(start || '/1', '/') - 1) AS REAL) / CAST(substr(start || '/1', instr(start || '/1', '/') + 1) AS REAL) AS start_real FROM entrant;
CREATE VIEW ranked_real AS SELECT *, CAST(substr(cote, 1, instr(cote || '/1', '/') - 1) AS REAL) / CAST(substr(cote || '/1', instr(cote || '/1', '/') + 1) AS REAL) AS cote_real FROM ranked;
CREATE VIEW adjustment_real AS SELECT *, CAST(substr(points, 1, instr(points || '/1', '/') - 1) AS REAL) / CAST(substr(points || '/1', instr(points || '/1', '/') + 1) AS REAL) AS points_real FROM adjustment;
COMMIT;
