// What read-file.ts uses of papaparse, which brings no types.
declare module 'papaparse' {
  interface Options {
    /** Missing: found out from the text. */
    delimiter?: string
  }

  interface Parsed<Row> {
    data: Row[]
  }

  const Papa: { parse: <Row>(text: string, options: Options) => Parsed<Row> }
  export default Papa
}
