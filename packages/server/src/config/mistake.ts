/** Something only an operator can put right: the program ends with code 2, as for a bad property. */
export class Mistake extends Error {
  override readonly name = 'Mistake';
}
