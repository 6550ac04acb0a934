const beginning = '{"result":"success","msg":""'
// From here on it costs less to keep and to send bytes than to send text, which becomes bytes each time.
const longAnswer = 8192

/** The fields of an answer that were made into JSON already: the text between the braces. */
export class JsonFields {
  /** The success answer with these fields. */
  readonly answer: string | Buffer

  constructor(text: string) {
    const answer = `${beginning}${text === '' ? '' : `,${text}`}}`
    this.answer = answer.length < longAnswer ? answer : Buffer.from(answer)
  }

  get text(): string {
    return this.answer.toString().slice(beginning.length + 1, -1)
  }
}

/** A value within an answer that was made into JSON already. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** The fields of an answer some of whose values were made into JSON already. */
export function jsonFields(fields: Readonly<Record<string, unknown>>): JsonFields {
  const rest: Record<string, unknown> = {}
  const made: string[] = []
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof JsonText) made.push(`${JSON.stringify(name)}:${value.text}`)
    else rest[name] = value
  }
  const own = JSON.stringify(rest).slice(1, -1)
  return new JsonFields([...(own === '' ? [] : [own]), ...made].join(','))
}
