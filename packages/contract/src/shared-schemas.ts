type Json = Record<string, unknown>

/** Notes describe the place of a schema. They may stand beside a reference to it. */
const isNote = (key: string): boolean =>
  ['description', 'default', 'example', 'deprecated'].includes(key) || key.startsWith('x-')

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Replaces schemas in a JSON document by references to named ones that have the same form. */
export class SharedSchemas {
  readonly #names = new Map<string, string>()
  readonly #schemas: Json = {}
  readonly #used = new Set<string>()

  /**
   * Registers each name with two forms of its schema: in answers (`output`) and in requests (`input`). The latter is
   * called `<name>Input`.
   */
  constructor(forms: Readonly<Record<string, { readonly output: Json; readonly input: Json }>>) {
    for (const [name, { output, input }] of Object.entries(forms)) {
      this.#name(name, output)
      // Does nothing if both forms are equal, because that form has a name already.
      this.#name(`${name}Input`, input)
    }
  }

  /** Returns the document with references in place of the named schemas. */
  refer(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.refer(item))
    if (!isObject(value)) return value
    const name = this.#names.get(formOf(value))
    if (name === undefined) return this.#inside(value)
    this.#use(name)
    const notes = Object.entries(value).filter(([key]) => isNote(key))
    const own = this.#schemas[name] as Json
    return {
      $ref: `#/components/schemas/${name}`,
      ...Object.fromEntries(notes.filter(([key, note]) => JSON.stringify(own[key]) !== JSON.stringify(note))),
    }
  }

  /** The schemas that were referred to, by name. */
  used(): Json {
    return Object.fromEntries(
      [...this.#used].map((name) => [name, this.#inside(this.#schemas[name] as Json)]),
    )
  }

  #name(name: string, schema: Json): void {
    const form = formOf(schema)
    if (this.#names.has(form)) return
    this.#names.set(form, name)
    this.#schemas[name] = schema
  }

  #use(name: string): void {
    if (this.#used.has(name)) return
    this.#used.add(name)
    // Marks the schemas inside it as used too.
    this.#inside(this.#schemas[name] as Json)
  }

  #inside(value: Json): Json {
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, isNote(key) ? part : this.refer(part)]),
    )
  }
}

/** Two schemas accept the same if their forms are equal: everything except the notes at the top level. */
const formOf = (schema: Json): string =>
  JSON.stringify(Object.fromEntries(Object.entries(schema).filter(([key]) => !isNote(key))))
