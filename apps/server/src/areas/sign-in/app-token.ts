import type { Call } from '#call/call.ts'
import { endAccessTokens } from '#events/end-access-tokens.ts'
import { accessTokenOf, drawnLength } from '#http/credentials/access-token-form.ts'
import { byAccount } from '#model/audit.ts'
import type { UserRecord } from '#model/records.ts'
import { insertAccessToken, listAccessTokens } from '#store/people/access-tokens.ts'

/** Apps of one account that have a token of their own; another one ends the token that was not used for longest. */
const most = 30

/** Days until an app has to sign in again: then somebody who is gone at the provider is gone here too. */
const appDays = 90

const onetimePad = /^[0-9a-f]{64}$/i

/** Tells whether a text can be the one-time pad of an app: 64 hexadecimal digits. */
export const isOnetimePad = (text: string): boolean => onetimePad.test(text)

/** Encrypts a key of 32 characters for the app that drew the pad: hexadecimal digits of both, XOR. */
export function encryptedFor(otp: string, key: string): string {
  const pad = Buffer.from(otp, 'hex')
  return Buffer.from(Buffer.from(key).map((byte, at) => byte ^ (pad[at] ?? 0))).toString('hex')
}

/** Names an app by its device, for the list of tokens. */
function appName(userAgent: string): string {
  if (userAgent.includes('Android')) return 'App on Android'
  return /iPhone|iPad|iPod/.test(userAgent) ? 'App on iOS' : 'App'
}

/**
 * Makes a token for an app in which somebody has just signed in. It does what an API key does, and has an end. `hasStep`
 * tells whether they took a second step.
 */
export async function makeAppToken(
  { services, directory, address, userAgent }: Pick<Call, 'services' | 'directory' | 'address' | 'userAgent'>,
  user: UserRecord,
  hasStep: boolean,
): Promise<string> {
  const { config, data, time } = services
  const token = accessTokenOf(time.random.token(drawnLength))
  const days = Math.min(appDays, config.tokenMaxDays ?? appDays)
  await data.transact(
    directory.organization.id,
    async (tx) => {
      const apps = (await listAccessTokens(tx.db, [user.id])).filter(({ isApp }) => isApp)
      const lastUse = ({ usedAt, createdAt }: (typeof apps)[number]) => usedAt ?? createdAt
      const surplus = apps.toSorted((a, b) => lastUse(b) - lastUse(a)).slice(most - 1)
      await endAccessTokens(
        tx,
        user.id,
        surplus.map(({ id }) => id),
      )
      const expiresAt = tx.now + days * 24 * 3600
      const name = appName(userAgent)
      const id = await insertAccessToken(tx, token, {
        userId: user.id,
        name,
        scopes: ['full'],
        expiresAt,
        isApp: true,
        hasStep,
      })
      tx.audit(
        'token.created',
        { kind: 'user', id: user.id },
        { token: id, scopes: ['full'], expires_at: expiresAt },
      )
    },
    { by: byAccount(user, address) },
  )
  return token
}
