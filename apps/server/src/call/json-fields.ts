const beginning = '{"result":"success","msg":""'
// From this length on, bytes are cheaper to keep and to send: text becomes bytes at each sending.
const longAnswer = 8192

/** Fields of an answer that are JSON already: the text between the braces. */
export class JsonFields {
  #text: string | undefined
  #answer: string | Buffer | undefined

  constructor(text: string) {
    this.#text = text
  }

  /** The success answer with these fields. */
  get answer(): string | Buffer {
    if (this.#answer === undefined) {
      const answer = `${beginning}${this.#text ? `,${this.#text}` : ''}}`
      this.#answer = answer.length < longAnswer ? answer : Buffer.from(answer)
      this.#text = undefined
    }
    return this.#answer
  }

  get text(): string {
    return this.#text ?? this.answer.toString().slice(beginning.length + 1, -1)
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
