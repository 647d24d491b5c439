import type { PhoneBookEntry } from '@hookline/contract';

/**
 * The phone book of a courier office that does not exist. Every outside number is of a range that
 * the Bundesnetzagentur keeps for fiction: a dispatcher who tries the mock rings nobody's phone.
 */

/** Direct dial, name, street, what the dispatcher should know. */
type Customer = readonly [last: string, name: string, street: string, note?: string];

const BERLIN: readonly Customer[] = [
  ['101', 'Bäckerei Krumenglück', 'Ahornzeile 4, 10115 Berlin', 'Anlieferung nur bis 6:30 Uhr'],
  ['102', 'Bäckerei Krumenglück, Filiale Nord', 'Birkenhof 17, 13353 Berlin'],
  ['103', 'Dentallabor Weißzahn', 'Kupfergasse 9, 10117 Berlin', 'Abdrücke immer stehend'],
  ['104', 'Kanzlei Paragraf & Partner', 'Lindenbogen 21, 10719 Berlin', 'Unterschrift nötig'],
  ['105', 'Druckerei Bogenrecht', 'Setzerweg 3, 12099 Berlin', 'Rampe im Hof'],
  ['106', 'Klinik am Schwanenteich', 'Schwanenteich 1, 13086 Berlin', 'Pforte B, rund um die Uhr'],
  ['107', 'Klinik am Schwanenteich, Labor', 'Schwanenteich 1, 13086 Berlin', 'Kühlkette'],
  ['108', 'Apotheke zum Goldenen Mörser', 'Marktzeile 8, 10178 Berlin'],
  ['109', 'Kranich-Apotheke', 'Kranichallee 55, 12435 Berlin', 'Notdienst am Wochenende'],
  ['110', 'Sonnenhut-Apotheke', 'Sonnenhutweg 2, 12161 Berlin'],
  ['111', 'Blumen Wiesengrün', 'Gartenzeile 12, 10437 Berlin'],
  ['112', 'Notariat Siegelring', 'Lindenbogen 40, 10719 Berlin', 'Nur persönlich übergeben'],
  ['113', 'Architekturbüro Reißbrett', 'Zirkelstraße 6, 10963 Berlin', 'Planrollen'],
  ['114', 'Fotolabor Dunkelkammer', 'Silberhof 5, 10999 Berlin'],
  ['115', 'Optik Scharfblick', 'Linsenweg 31, 10585 Berlin'],
  ['116', 'Hörakustik Ohrenschmaus', 'Stimmgabelplatz 2, 13187 Berlin'],
  ['117', 'Sanitätshaus Gangwerk', 'Ahornzeile 60, 10115 Berlin'],
  ['118', 'Orthopädietechnik Schrittmaß', 'Leistenweg 14, 12043 Berlin'],
  ['119', 'Tierklinik Pfotenhof', 'Pfotenhof 1, 12623 Berlin', 'Blutproben eilig'],
  ['120', 'Labor Reagenzreich', 'Kolbenstraße 22, 12489 Berlin', 'Gefahrgut, nur mit Schein'],
  ['121', 'Ersatzteile Zahnradhaus', 'Getriebering 7, 12277 Berlin'],
  ['122', 'Autohaus Vierradfreund', 'Getriebering 90, 12277 Berlin'],
  ['123', 'Elektrogroßhandel Funkenschlag', 'Ampereweg 18, 13507 Berlin', 'Tor 4'],
  ['124', 'Werbeagentur Lautsprecher', 'Plakatgasse 3, 10245 Berlin'],
  ['125', 'Filmverleih Spulenwechsel', 'Projektorhof 11, 14482 Potsdam'],
  ['126', 'Modeatelier Nadelöhr', 'Fadenzeile 29, 10629 Berlin'],
  ['127', 'Theaterfundus Kulissenschieber', 'Rampenlicht 5, 10119 Berlin', 'Sperrgut'],
  ['128', 'Steuerbüro Zahlenwerk', 'Hauptbuchstraße 16, 10789 Berlin', 'Vertraulich'],
  ['129', 'Hausverwaltung Schlüsselbund', 'Dachgarten 44, 12053 Berlin'],
  ['130', 'Hotel Zum Ruhigen Kissen', 'Daunenallee 70, 10623 Berlin', 'Rezeption'],
  ['131', 'Feinkost Gaumenfreund', 'Marktzeile 30, 10178 Berlin'],
  ['132', 'Weinkontor Rebenhang', 'Kelterweg 13, 12165 Berlin', 'Glas'],
  ['133', 'Konditorei Zuckerguss', 'Sahnegasse 8, 10825 Berlin', 'Torten waagrecht'],
  ['134', 'Buchhandlung Eselsohr', 'Lesezeichen 19, 10405 Berlin'],
  ['135', 'Musikhaus Notenschlüssel', 'Stimmgabelplatz 9, 13187 Berlin'],
  ['136', 'Fahrradwerkstatt Speichenrad', 'Nabenweg 2, 10247 Berlin'],
  ['137', 'Übersetzungsbüro Wortbrücke', 'Glossargasse 27, 10711 Berlin'],
  ['138', 'Vermessungsbüro Lotrecht', 'Zirkelstraße 51, 10963 Berlin'],
  ['139', 'Pflegedienst Warme Hand', 'Kamillenweg 33, 12351 Berlin'],
  ['140', 'Radiologie am Kupferteich', 'Kupferteich 6, 13585 Berlin', 'Datenträger'],
  ['141', 'Augenpraxis Weitsicht', 'Linsenweg 3, 10585 Berlin'],
  ['142', 'Zahnarztpraxis Beißfest', 'Kupfergasse 88, 10117 Berlin'],
  ['143', 'Copyshop Doppelblatt', 'Setzerweg 45, 12099 Berlin'],
  ['144', 'Messebau Stellwand', 'Hallenring 100, 14055 Berlin', 'Anmeldung am Tor'],
  ['145', 'Catering Löffelweise', 'Sahnegasse 52, 10825 Berlin', 'Warmhalteboxen zurück'],
  ['146', 'Uhrmacherei Sekundenzeiger', 'Pendelhof 10, 10435 Berlin', 'Wertversand'],
  ['147', 'Kinderarztpraxis Pustefix', 'Kamillenweg 5, 12351 Berlin'],
  ['148', 'Galerie Leinwandlicht', 'Rahmengasse 14, 10178 Berlin', 'Bilder stehend'],
  ['149', 'Schulbedarf Tintenklecks', 'Federkiel 38, 13409 Berlin'],
  ['150', 'Rechenzentrum Nullundeins', 'Serverring 64, 12681 Berlin', 'Ausweis mitbringen'],
  ['151', 'Gartenbau Spatenstich', 'Gartenzeile 77, 10437 Berlin'],
];

const ELSEWHERE: readonly Customer[] = [
  ['040 66969-101', 'Reederei Ankerlicht', 'Pollerkai 12, 20457 Hamburg', 'Frachtpapiere'],
  ['040 66969-102', 'Zollagentur Stempelkissen', 'Pollerkai 40, 20457 Hamburg'],
  ['040 66969-103', 'Kaffeerösterei Bohnenduft', 'Säckeweg 5, 20539 Hamburg'],
  ['040 66969-104', 'Apotheke am Leuchtfeuer', 'Bakenstraße 21, 22767 Hamburg'],
  ['0221 4710-101', 'Rundfunkstudio Wellenreiter', 'Antennenhof 7, 50667 Köln'],
  ['0221 4710-102', 'Druckerei Farbauftrag', 'Walzenweg 33, 50825 Köln'],
  ['0221 4710-103', 'Großküche Suppenkelle', 'Kesselstraße 2, 51063 Köln'],
  ['0221 4710-104', 'Kanzlei Einspruch', 'Robengasse 15, 50672 Köln', 'Fristsachen'],
  ['069 90009-101', 'Bankhaus Sparstrumpf', 'Tresorallee 1, 60311 Frankfurt am Main', 'Pforte'],
  ['069 90009-102', 'Kurierpartner Mainbogen', 'Frachtweg 64, 60549 Frankfurt am Main'],
  ['069 90009-103', 'Prüflabor Messgenau', 'Kalibriergasse 9, 60486 Frankfurt am Main'],
  ['069 90009-104', 'Verlag Bleiwüste', 'Umbruchstraße 18, 60323 Frankfurt am Main'],
  ['089 99998-101', 'Brauhaus Schaumkrone', 'Hopfengarten 3, 80331 München'],
  ['089 99998-102', 'Klinik Alpenblick', 'Enzianweg 50, 81377 München', 'Blutkonserven'],
  ['089 99998-103', 'Maschinenbau Drehmoment', 'Werkbankring 8, 80807 München'],
  ['089 99998-104', 'Patentanwälte Geistesblitz', 'Ideengasse 26, 80538 München'],
];

type Courier = readonly [number: string, name: string, vehicle: string];

const COURIERS: readonly Courier[] = [
  ['0171 39200-01', 'Anton Radlos', 'Fahrrad'],
  ['0171 39200-02', 'Berta Flink', 'Lastenrad'],
  ['0171 39200-03', 'Cem Windschatten', 'Fahrrad'],
  ['0171 39200-04', 'Dora Kettenblatt', 'Lastenrad'],
  ['0171 39200-05', 'Emil Gangschalter', 'E-Lastenrad'],
  ['0171 39200-06', 'Fatma Eilfuß', 'Roller'],
  ['0171 39200-07', 'Gustav Rückspiegel', 'Kombi, Wagen 07'],
  ['0171 39200-08', 'Hanna Ladefläche', 'Transporter, Wagen 08'],
  ['0171 39200-09', 'Igor Bremslicht', 'Kombi, Wagen 09'],
  ['0171 39200-10', 'Jule Querverkehr', 'Fahrrad'],
  ['0171 39200-11', 'Kemal Vorfahrt', 'Transporter, Wagen 11'],
  ['0171 39200-12', 'Lotte Parklücke', 'Kleinwagen, Wagen 12'],
  ['0171 39200-13', 'Mirko Tankdeckel', 'Kombi, Wagen 13'],
  ['0171 39200-14', 'Nele Schutzblech', 'E-Lastenrad'],
  ['0176 040690-01', 'Oskar Zebrastreif', 'Fahrrad'],
  ['0176 040690-02', 'Paula Kopfstein', 'Fahrrad'],
  ['0176 040690-03', 'Quirin Umleitung', 'Kastenwagen, Wagen 17'],
  ['0176 040690-04', 'Rosa Blinker', 'Roller'],
  ['0176 040690-05', 'Selim Überholspur', 'Motorrad, Wagen 19'],
  ['0176 040690-06', 'Thea Hebebühne', '7,5-Tonner, Wagen 20'],
  ['0176 040690-07', 'Ulf Kreisverkehr', 'Kombi, Wagen 21'],
  ['0176 040690-08', 'Vera Spannrolle', 'E-Kleinwagen, Wagen 22'],
  ['0176 040690-09', 'Willi Packtasche', 'Lastenrad'],
  ['0176 040690-10', 'Xenia Kühlbox', 'Kühltransporter, Wagen 24'],
  ['0176 040690-11', 'Yusuf Stoppuhr', 'Fahrrad'],
  ['0176 040690-12', 'Zita Fernfahrt', 'Transporter, Wagen 26'],
  ['0152 28817386', 'Springer vom Dienst', 'was gerade da ist'],
];

type Extension = readonly [number: string, name: string];

const EXTENSIONS: readonly Extension[] = [
  ['20', 'Zentrale'],
  ['21', 'Disposition 1'],
  ['22', 'Disposition 2'],
  ['23', 'Disposition 3'],
  ['24', 'Nachtdisposition'],
  ['30', 'Buchhaltung'],
  ['31', 'Rechnungen'],
  ['35', 'Kundenbetreuung'],
  ['40', 'Fuhrpark'],
  ['41', 'Werkstatt'],
  ['50', 'Lager'],
  ['51', 'Warenannahme'],
  ['60', 'Geschäftsführung'],
  ['70', 'Besprechungsraum'],
  ['80', 'Pausenraum'],
  ['99', 'Faxweiche'],
];

/** The desk that the mock's clients sit at. */
export const DESK = '21';
/** Where the mock transfers to by itself. */
export const OTHER_DESK = '22';
/** Of a fictional range, and in no phone book. */
export const UNKNOWN_CALLER = '030 23125-999';

function customer([number, name, place, note]: Customer): PhoneBookEntry {
  const [, street = '', zip = '', city = ''] = /^(.+), (\d{5}) (.+)$/.exec(place) ?? [];
  return { number, name, kind: 'customer', street, zip, city, ...(note && { note }) };
}

export const STOCK: readonly PhoneBookEntry[] = [
  ...BERLIN.map(([last, ...rest]) => customer([`030 23125-${last}`, ...rest])),
  ...ELSEWHERE.map(customer),
  ...COURIERS.map(([number, name, vehicle]) => ({ number, name, kind: 'courier', vehicle })),
  ...EXTENSIONS.map(([number, name]) => ({ number, name, kind: 'internal' })),
];
