import { Client, InvalidCredentialsError } from 'ldapts'
import type { LdapConfig } from '#config/ldap.ts'
import type { Ldap } from '#ports/ldap.ts'

const timeoutMilliseconds = 10_000

/**
 * Finds a user by the filter, then binds as that user: one connection each, because a bind belongs to its connection.
 */
export function ldaptsLdap(config: LdapConfig): Ldap {
  const connected = async <T>(use: (client: Client) => Promise<T>): Promise<T> => {
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
  const { emailAttribute, nameAttribute } = config

  return {
    async signIn(username, password) {
      // A directory server takes an empty password for an anonymous visit.
      if (password === '' || username === '') return undefined
      const entry = await connected(async (client) => {
        if (config.bind) await client.bind(config.bind.dn, config.bind.password)
        const { searchEntries } = await client.search(config.base, {
          scope: 'sub',
          filter: config.filter.replaceAll('{username}', escapeFilter(username)),
          attributes: [emailAttribute, nameAttribute],
          sizeLimit: 2,
        })
        return searchEntries.length === 1 ? searchEntries[0] : undefined
      })
      const email = firstText(entry?.[emailAttribute])
      if (!entry || email === undefined) return undefined
      try {
        await connected((client) => client.bind(entry.dn, password))
      } catch (error) {
        if (error instanceof InvalidCredentialsError) return undefined
        throw error
      }
      return { email, fullName: firstText(entry[nameAttribute]) ?? username }
    },
  }
}

function firstText(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value
  const text = Buffer.isBuffer(first) ? first.toString('utf8') : first
  return typeof text === 'string' && text !== '' ? text : undefined
}

/** Escapes characters with a meaning in filters (RFC 4515). */
const escapeFilter = (text: string) =>
  text.replaceAll(/[\\*()\0]/g, (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
