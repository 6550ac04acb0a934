const beginning = '{"result":"success","msg":""'
// From this length on, bytes are cheaper to keep and to send: text becomes bytes at each sending.
const longAnswer = 8192

/** Fields of an answer that are JSON already: the text between the braces. */
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

/** A value of an answer that is JSON already. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Fields of an answer; some of their values are JSON already. */
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
