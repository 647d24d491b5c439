import { Random } from './random.ts';

const words = (text: string) => text.trim().split(/\s+/);

const FIRST_NAMES = words(`
  Anna Bernd Carla Dieter Elif Frank Gisela Hüseyin Ines Jörg Katja Lars Miriam Nele Oskar Petra
  Renate Sören Thorsten Ursula Volker Wiebke Yasemin Zoran Günther Jürgen Käthe Björn Änne Rüdiger
  Holger Ilse Johanna Klaus Lieselotte Marek Olga Paul Quirin Rosa Stefan Tülay Uwe Vera`);
const LAST_NAMES = words(`
  Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer
  Richter Klein Wolf Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange
  Schmitt Werner Krause Lehmann Köhler Herrmann König Walter Mayer Huber Kaiser Fuchs Peters Lang
  Scholz Möller Weiß Jung Hahn Schubert Vogel Friedrich Keller Günther Frank Berger Winkler Roth
  Beck Lorenz Baumann Franke Albrecht Schuster Simon Ludwig Böhm Winter Kraus Martin Schumacher
  Krämer Vogt Stein Jäger Otto Sommer Groß Seidel Heinrich Brandt Haas Schreiber Graf Dietrich
  Ziegler Kuhn Kühn Pohl Engel Horn Busch Bergmann Thomas Voigt Sauer Arnold Wolff Pfeiffer Süß
  Yılmaz Kowalski Nowak Đorđević Öztürk Großmann Weißhaupt Kürşat Dąbrowski Löffler Nüßlein`);
const TRADES = words(`
  Apotheke Zahntechnik Labor Kanzlei Druckerei Blumen Optik Sanitätshaus Architekten Steuerberatung
  Buchhandlung Ersatzteile Elektro Feinkost Fotostudio Goldschmiede Hörgeräte Immobilien Klinik
  Medizintechnik Notariat Orthopädie Radiologie Spedition Tischlerei Verlag Werbetechnik Bäckerei`);
const FORMS = words('GmbH AG OHG KG UG e.K. GbR');
const STREET_BEGINNINGS = words(`
  Haupt Bahnhof Garten Schiller Goethe Linden Berg Kirch Wald Ring Mühlen Brücken Schloss Markt
  Rosen Birken Feld Wiesen Hafen Kaiser Friedrich Karl Luisen Sophien König Königs Burg Tor Post
  Industrie Gewerbe Kanal Ufer Park Eichen Buchen Ahorn Kastanien Tannen Jäger Förster Süd Nord`);
const STREET_ENDINGS = words('straße weg allee platz ring gasse damm ufer');
const TOWNS = [
  ['10', 'Berlin'],
  ['20', 'Hamburg'],
  ['60', 'Frankfurt am Main'],
  ['50', 'Köln'],
  ['80', 'München'],
  ['40', 'Düsseldorf'],
  ['70', 'Stuttgart'],
  ['90', 'Nürnberg'],
  ['01', 'Dresden'],
  ['48', 'Münster'],
  ['23', 'Lübeck'],
  ['97', 'Würzburg'],
] as const;
const NOTES = words(`
  Hinterhof Klingel Pförtner Rampe Aufzug Barzahler Rechnung Sammelrechnung Kühlware Eilig
  Stammkunde Vorkasse Schlüssel Lieferanteneingang Tiefgarage Empfang Schwerlast Thermobox`);

/**
 * Numbers that belong to nobody: the beginnings are those the Bundesnetzagentur keeps for fiction,
 * and five more digits behind them, where it keeps two or three, make them longer than any number
 * that is given out there.
 */
const FIXED_LINES = ['030 23125', '069 90009', '040 66969', '0221 4710', '089 99998'];
const MOBILE = '0171 39200';

export interface Customer {
  readonly number: string;
  readonly mobile: string | undefined;
  readonly name: string;
  readonly person: string;
  readonly street: string;
  readonly postcode: string;
  readonly town: string;
  readonly note: string;
}

/** The customer with this place in the phone book, the same one whenever it is asked for. */
export function customerAt(place: number): Customer {
  const random = new Random(place * 7919 + 1);
  const [firstName, lastName] = [random.of(FIRST_NAMES), random.of(LAST_NAMES)];
  const person = `${firstName} ${lastName}`;
  const company = `${random.of(TRADES)} ${lastName} ${random.of(FORMS)}`;
  // Half of the customers of a courier are in its own town.
  const [area, town] = random.isOneIn(2) ? TOWNS[0] : random.of(TOWNS);
  return {
    number: numberAt(place),
    mobile: random.isOneIn(4) ? `${MOBILE}${digits(place)}` : undefined,
    name: random.isOneIn(3) ? person : company,
    person,
    street: `${random.of(STREET_BEGINNINGS)}${random.of(STREET_ENDINGS)} ${1 + random.below(180)}`,
    postcode: `${area}${String(random.below(1000)).padStart(3, '0')}`,
    town,
    note: `${random.of(NOTES)}, ${random.of(NOTES)}`,
  };
}

/** No two places below 500,000 share a number. */
function numberAt(place: number): string {
  const beginning = FIXED_LINES[place % FIXED_LINES.length];
  return `${beginning}${digits(Math.floor(place / FIXED_LINES.length))}`;
}

function digits(value: number): string {
  return String(value % 100_000).padStart(5, '0');
}
