// The title of an event or a series in a sentence of ours: read aloud in the language that its creator gave, and written in the
// direction of its own letters. An element that holds a title alone has `dir="auto"` and `lang` itself. The linter asks for one of
// the two wherever a title is shown (scripts/lint-titles.mjs).

interface Titled {
  title: string
  language?: string | null | undefined
}

interface Props<T> {
  /** Whether there is a language or not, the answer has to have a place for it. */
  of: T & ('language' extends keyof T ? unknown : never)
}

export const Title = <T extends Titled>({ of: { title, language } }: Props<T>) => (
  <bdi lang={language ?? undefined}>{title}</bdi>
)

interface NamedProps {
  of: { name: string; language?: string | undefined }
}

/** Of what may be an event: with its title for a name. */
export const Name = ({ of: { name, language } }: NamedProps) => <bdi lang={language}>{name}</bdi>
