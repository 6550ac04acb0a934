import { Client, type Entry, InvalidCredentialsError, NoSuchObjectError, ResultCodeError } from 'ldapts'
import type { LdapConfig } from '#config/ldap.ts'
import type { Ldap, LdapPerson } from '#ports/ldap.ts'

const timeoutMilliseconds = 10_000

/** Entries in an answer: Active Directory gives at most 1,000 at once. */
const pageSize = 500

/** Opens a connection for as long as it is used. */
async function withClient<T>(config: LdapConfig, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    url: config.url,
    timeout: timeoutMilliseconds,
    connectTimeout: timeoutMilliseconds,
  })
  try {
    if (config.startTls) await client.startTLS()
    return await use(client)
  } finally {
    await client.unbind()
  }
}

/**
 * Finds a user by the filter, then binds as that user: one connection each, because a bind belongs to its connection.
 */
export function ldaptsLdap(config: LdapConfig): Ldap {
  const connected = <T>(use: (client: Client) => Promise<T>) => withClient(config, use)
  const { idAttribute, emailAttribute, nameAttribute, groupsAttribute } = config
  const wanted = {
    scope: 'sub',
    attributes: [
      idAttribute,
      emailAttribute,
      nameAttribute,
      ...(groupsAttribute === '' ? [] : [groupsAttribute]),
    ],
    // Active Directory writes its ids as bytes.
    explicitBufferAttributes: idAttribute.toLowerCase() === 'objectguid' ? [idAttribute] : [],
  } as const
  /** The filter for a user name, which is escaped, or for `*`. */
  const filterFor = (username: string) => config.filter.replaceAll('{username}', username)
  /** Finds entries as the account that looks people up. */
  const search = (
    client: Client,
    filter: string,
    limits: { sizeLimit?: number; paged?: { pageSize: number } },
  ) =>
    client.search(config.base, {
      ...wanted,
      attributes: [...wanted.attributes],
      explicitBufferAttributes: [...wanted.explicitBufferAttributes],
      filter,
      ...limits,
    })
  const asReader = <T>(use: (client: Client) => Promise<T>) =>
    connected(async (client) => {
      if (config.bind) await client.bind(config.bind.dn, config.bind.password)
      return use(client)
    })
  const everybody = () =>
    asReader(async (client) => (await search(client, filterFor('*'), { paged: { pageSize } })).searchEntries)
  /** The entry that a filter finds, if the password is its own. */
  const entryWith = async (filter: string, password: string): Promise<Entry | undefined> => {
    const entry = await asReader(async (client) => {
      const { searchEntries } = await search(client, filter, { sizeLimit: 2 })
      return searchEntries.length === 1 ? searchEntries[0] : undefined
    })
    if (!entry) return undefined
    try {
      await connected((client) => client.bind(entry.dn, password))
      return entry
    } catch (error) {
      if (error instanceof InvalidCredentialsError) return undefined
      throw error
    }
  }

  return {
    async signIn(username, password) {
      // A directory server takes an empty password for an anonymous visit.
      if (password === '' || username === '') return undefined
      const entry = await entryWith(filterFor(escapeFilter(username)), password)
      if (!entry || textsOf(entry[emailAttribute]).length === 0) return undefined
      const person = personOf(config, entry)
      if (!person) throw new Error(noId(config))
      return { ...person, fullName: person.fullName || username }
    },
    async isPasswordOf(id, password) {
      if (password === '') return false
      const filter = `(&${filterFor('*')}(${idAttribute}=${escapeId(wanted, id)}))`
      return (await entryWith(filter, password)) !== undefined
    },
    async people() {
      return (await everybody()).flatMap((entry) => personOf(config, entry) ?? [])
    },
    problem: () => problemWith(config, everybody),
  }
}

/** Undefined for an entry without an id or an address. */
function personOf(
  { idAttribute, emailAttribute, nameAttribute, groupsAttribute }: LdapConfig,
  entry: Entry,
): LdapPerson | undefined {
  const id = idOf(entry[idAttribute])
  const email = textsOf(entry[emailAttribute])[0]
  if (id === undefined || email === undefined) return undefined
  const groups = groupsAttribute === '' ? undefined : textsOf(entry[groupsAttribute]).map(groupName)
  return { id, email, fullName: textsOf(entry[nameAttribute])[0] ?? '', groups }
}

async function problemWith(
  config: LdapConfig,
  everybody: () => Promise<Entry[]>,
): Promise<string | undefined> {
  const { base, filter, idAttribute, emailAttribute } = config
  let entries: Entry[]
  try {
    entries = await everybody()
  } catch (error) {
    return problemOf(error, config)
  }
  if (entries.length === 0)
    return `Below ${base}, the filter ${filter} finds nobody. Check TAGMA_LDAP_BASE and TAGMA_LDAP_FILTER, and give ${readerOf(config)} the right to search there.`
  if (entries.every((entry) => idOf(entry[idAttribute]) === undefined)) return noId(config)
  return entries.every((entry) => textsOf(entry[emailAttribute]).length === 0)
    ? `No entry below ${base} has the attribute ${emailAttribute}: name the one with the address by TAGMA_LDAP_EMAIL_ATTRIBUTE.`
    : undefined
}

const readerOf = ({ bind }: LdapConfig) => bind?.dn ?? 'visitors without a name'

const noId = ({ idAttribute, bind }: LdapConfig) =>
  `The LDAP entry has no ${idAttribute}, by which people are known here: set TAGMA_LDAP_ID_ATTRIBUTE (entryUUID; objectGUID in Active Directory; nsUniqueId in 389), and let ${bind?.dn ?? 'visitors without a name'} read it.`

function problemOf(error: unknown, config: LdapConfig): string {
  if (error instanceof InvalidCredentialsError)
    return `The LDAP server refuses ${readerOf(config)}: check TAGMA_LDAP_BIND_DN and TAGMA_LDAP_BIND_PASSWORD.`
  if (error instanceof NoSuchObjectError)
    return `The LDAP server shows ${readerOf(config)} no ${config.base}: check TAGMA_LDAP_BASE, or give the right to search there.`
  const reason = error instanceof Error ? error.message : String(error)
  return error instanceof ResultCodeError
    ? `The LDAP server refuses to search below ${config.base}: ${reason}. Check TAGMA_LDAP_BASE and TAGMA_LDAP_FILTER, and give ${readerOf(config)} the right to search there.`
    : `The LDAP server ${config.url} cannot be asked: ${reason}. Check TAGMA_LDAP_URL and TAGMA_LDAP_START_TLS.`
}

/** Texts of an attribute, without empty ones. */
function textsOf(value: unknown): string[] {
  return (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap((one) => {
    const text = Buffer.isBuffer(one) ? one.toString('utf8') : one
    return typeof text === 'string' && text !== '' ? [text] : []
  })
}

/** The id of an entry as text; 16 bytes are written as hexadecimal digits. */
function idOf(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value
  if (Buffer.isBuffer(first) && first.length > 0) return first.toString('hex')
  return textsOf(value)[0]?.toLowerCase()
}

/** An id as the value of a filter. Those that came as bytes are given as bytes. */
const escapeId = (
  { explicitBufferAttributes }: { explicitBufferAttributes: readonly string[] },
  id: string,
) => (explicitBufferAttributes.length === 0 ? escapeFilter(id) : id.replaceAll(/../g, String.raw`\$&`))

/** The name of a group: of `cn=eng,ou=groups,dc=example,dc=com` its first part, otherwise all of it. */
const groupName = (value: string) => {
  const [, name] = /^[a-z][a-z\d-]*=((?:\\.|[^,+\\])+)(?:[,+]|$)/i.exec(value) ?? []
  return name === undefined ? value : name.replaceAll(/\\([^0-9a-f])/gi, '$1').trim()
}

/** Escapes characters with a meaning in filters (RFC 4515). */
const escapeFilter = (text: string) =>
  text.replaceAll(/[\\*()\0]/g, (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
