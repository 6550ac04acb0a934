import { ImportProblem } from './import-problem.ts'
import type { Losses } from './losses.ts'
import type { PersonRecord } from './record.ts'
import { cleanText } from './rows.ts'
import { UniqueNames } from './unique-names.ts'

/** Facts about a person. Without them somebody is a member, not active, and has no address. */
export interface Somebody {
  readonly name: string
  readonly email?: string
  /** As in a `PersonRecord`. */
  readonly role?: number
  readonly isActive?: boolean
  readonly isBot?: boolean
  /** True for a person who is only named by messages. */
  readonly isStub?: boolean
  readonly timezone?: string
  readonly joinedAt?: number
  readonly avatar?: string | undefined
}

interface Listed {
  readonly key: number
  readonly name: string
}

const longestName = 100
const mostPeople = 1_000_000
const [ownerRole, memberRole] = [100, 400]
const genericBot = 1

/** The people of a source whose ids are texts: it numbers them, and gives each a name of their own. */
export class Roster {
  readonly #records: PersonRecord[] = []
  readonly #byId = new Map<string, Listed>()
  readonly #byEmail = new Map<string, Listed>()
  readonly #names = new UniqueNames()
  readonly #losses: Losses
  readonly #joinedAt: number

  readonly #members: ReadonlyMap<string, string>

  /** `joinedAt` is for people without a time of their own; `members` has addresses by ids and names in small letters. */
  constructor(
    losses: Losses,
    {
      joinedAt = 0,
      members = new Map<string, string>(),
    }: { readonly joinedAt?: number; readonly members?: ReadonlyMap<string, string> | undefined } = {},
  ) {
    this.#losses = losses
    this.#joinedAt = joinedAt
    this.#members = members
  }

  /** Adds somebody. Two with one address are one person: the first. */
  add(id: string, somebody: Somebody): Listed {
    const known = this.#byId.get(id)
    if (known) return known
    const own = (somebody.email ?? '').trim()
    const given = this.#givenTo(id, somebody, own)
    const email = given ?? own
    const same = email === '' ? undefined : this.#byEmail.get(email.toLowerCase())
    if (same) {
      this.#losses.mend('people', 'address_twice', 'state', id)
      this.#byId.set(id, same)
      return same
    }
    if (this.#records.length >= mostPeople) throw new ImportProblem(`It has more than ${mostPeople} people.`)
    const listed = { key: this.#records.length + 1, name: this.#freeName(somebody.name, id) }
    this.#byId.set(id, listed)
    if (email !== '') this.#byEmail.set(email.toLowerCase(), listed)
    const avatar = somebody.avatar ?? null
    this.#records.push({
      t: 'person',
      ...listed,
      email,
      role: somebody.role ?? memberRole,
      // Whoever is given an address can sign in.
      isActive: given !== undefined || (somebody.isActive ?? false),
      isStub: given === undefined && (somebody.isStub ?? false),
      botType: somebody.isBot ? genericBot : null,
      owner: null,
      timezone: somebody.timezone ?? '',
      joinedAt: somebody.joinedAt ?? this.#joinedAt,
      avatar: { source: avatar === null ? 'J' : 'U', file: avatar },
      settings: {},
    })
    return listed
  }

  /** Returns the address that a person without one is given, by their id or name. */
  #givenTo(id: string, { name, isBot = false }: Somebody, own: string): string | undefined {
    if (isBot || (own !== '' && !own.endsWith('.invalid'))) return undefined
    return this.#members.get(id.toLowerCase()) ?? this.#members.get(name.trim().toLowerCase())
  }

  get(id: string): Listed | undefined {
    return this.#byId.get(id)
  }

  /** Returns the person with an address. */
  byEmail(email: string): Listed | undefined {
    return this.#byEmail.get(email.trim().toLowerCase())
  }

  /** Keys of the people who own the organization. */
  get owners(): readonly number[] {
    return this.#records.filter(({ role }) => role === ownerRole).map(({ key }) => Number(key))
  }

  /**
   * Makes somebody an owner who can sign in: whoever has the address, else the first owner without an address, else a
   * person without one whose name is the part before the @, else a new person.
   */
  makeOwner(email: string): void {
    const [name = ''] = email.split('@')
    const isFree = (one: PersonRecord) => one.email === '' && one.botType === null
    const listed =
      this.byEmail(email) ??
      this.#records.find((one) => one.role === ownerRole && isFree(one)) ??
      this.#records.find((one) => one.name.toLowerCase() === name.toLowerCase() && isFree(one)) ??
      this.add(`owner ${email}`, { name, email })
    const index = this.#records.findIndex(({ key }) => key === listed.key)
    const record = this.#records[index]
    if (!record || record.botType !== null)
      throw new ImportProblem(`${email} is the address of a bot: give the address of a person as the owner.`)
    this.#records[index] = { ...record, email, role: ownerRole, isActive: true, isStub: false }
    this.#byEmail.set(email.toLowerCase(), { key: Number(record.key), name: record.name })
  }

  get records(): readonly PersonRecord[] {
    return this.#records
  }

  /** Mentions need names that are allowed here, so they are mended before there are any. */
  #freeName(wanted: string, id: string): string {
    const clean = cleanText(wanted)
      .replaceAll(/[\p{Cc}*`\\>"@|]/gu, '')
      .trim()
    const name = this.#names.take(
      clean === '' ? `User ${id.replaceAll(/[^\w.-]/g, '')}`.trim() : clean,
      longestName,
    )
    if (name !== wanted) this.#losses.mend('people', 'name_changed', 'content', `${wanted} → ${name}`)
    return name
  }
}
