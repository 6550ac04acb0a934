import { createHash, timingSafeEqual } from 'node:crypto'
import { insertSecurityMail, agentAllowedMail } from '#areas/accounts/security-mails.ts'
import type { Services } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { endAccessTokens } from '#events/end-access-tokens.ts'
import { accessTokenOf, drawnLength } from '#http/credentials/access-token-form.ts'
import { byAccount, byStranger } from '#model/audit.ts'
import type { UserRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'
import { insertAccessToken, listAccessTokens } from '#store/people/access-tokens.ts'
import {
  deleteOauthGrant,
  findOauthGrant,
  type OauthGrant,
  startOauthGrant,
} from '#store/people/oauth-grants.ts'
import { endReused, noteReuse } from './end-reused.ts'
import { OauthError } from './oauth-answer.ts'
import { familyOf, refreshTokenOf } from './refresh-token-form.ts'
import { accessSeconds, codeSeconds, endOf, type GivenTokens } from './token-present.ts'

/** Programs that one account has let in; another one ends the access that was not used for longest. */
const most = 50

/** A request of a program, with the organization that it is for. */
export interface TokenRequest {
  readonly services: Services
  readonly directory: OrganizationDirectory
  readonly address: string
  readonly clientId: string
}

interface CodeProof {
  readonly code: string
  readonly verifier: string
  /** Address to which the code was sent, where the program says it. */
  readonly redirectUri: string | undefined
}

const notGood = () =>
  new OauthError('invalid_grant', 'The code has ended, was used, or belongs to another request: ask again.')

/**
 * Gives a program the tokens for its code. A code counts once: the second time it ends what it gave. One that comes with a
 * wrong proof was seen by somebody else, so it ends too.
 */
export async function exchangeCode(request: TokenRequest, proof: CodeProof): Promise<GivenTokens> {
  const { services, directory, address } = request
  const tokens = newTokens(services)
  let { author } = byStranger(address)
  const end = await services.data.transact(
    directory.organization.id,
    async (tx): Promise<Exchanged | 'not good' | { readonly reused: OauthGrant }> => {
      const grant = await findOauthGrant(tx, { code: proof.code })
      if (!grant) return 'not good'
      if (grant.tokenId !== null) {
        await endReused(tx, grant)
        return { reused: grant }
      }
      const user = directory.users.get(grant.userId)
      const isInTime = tx.now < grant.createdAt + codeSeconds
      if (!user?.isActive || !isInTime || !isProved(grant, request, proof)) {
        await deleteOauthGrant(tx, grant.id)
        return 'not good'
      }
      author = byAccount(user, address).author
      return start(tx, request, { grant, user, tokens })
    },
    {
      by: {
        get author() {
          return author
        },
      },
    },
  )
  if (end === 'not good') throw notGood()
  if ('reused' in end) {
    noteReuse(request, end.reused)
    throw notGood()
  }
  return { ...tokens, expiresIn: accessSeconds, scopes: end.scopes }
}

type Exchanged = Pick<OauthGrant, 'scopes'>

interface NewTokens extends Pick<GivenTokens, 'accessToken' | 'refreshToken'> {
  readonly family: string
}

function newTokens({ time: { random } }: Services): NewTokens {
  const family = familyOf(random.token(drawnLength))
  return {
    family,
    accessToken: accessTokenOf(random.token(drawnLength)),
    refreshToken: refreshTokenOf(family, random.token(drawnLength)),
  }
}

function isProved(
  grant: OauthGrant,
  { clientId }: TokenRequest,
  { verifier, redirectUri = grant.redirectUri }: CodeProof,
): boolean {
  const shown = createHash('sha256').update(verifier).digest()
  const expected = Buffer.from(grant.codeChallenge, 'base64url')
  return (
    grant.client.clientId === clientId &&
    grant.redirectUri === redirectUri &&
    /^[\w.~-]{43,128}$/.test(verifier) &&
    expected.length === shown.length &&
    timingSafeEqual(shown, expected)
  )
}

async function start(
  tx: Tx,
  { services, directory }: TokenRequest,
  {
    grant,
    user,
    tokens,
  }: { readonly grant: OauthGrant; readonly user: UserRecord; readonly tokens: NewTokens },
): Promise<Exchanged> {
  const { config } = services
  const { organization } = directory
  await endSurplus(tx, user.id)
  const expiresAt = endOf({ createdAt: grant.createdAt, now: tx.now }, config.tokenMaxDays)
  const tokenId = await insertAccessToken(tx, tokens.accessToken, {
    userId: user.id,
    name: grant.client.name,
    scopes: grant.scopes,
    writeTo: grant.writeTo,
    hasStep: grant.hasStep,
    expiresAt,
    goodUntil: tx.now + accessSeconds,
  })
  await startOauthGrant(tx, grant.id, { tokenId, ...tokens })
  tx.audit(
    'token.created',
    { kind: 'user', id: user.id },
    {
      token: tokenId,
      scopes: grant.scopes,
      expires_at: expiresAt,
      program: grant.client.id,
      write_to: grant.writeTo,
    },
  )
  await insertSecurityMail(tx, agentAllowedMail({ config, organization, user }, grant.client.name))
  return grant
}

async function endSurplus(tx: Tx, userId: number): Promise<void> {
  const agents = (await listAccessTokens(tx.db, [userId])).filter(({ goodUntil }) => goodUntil !== null)
  const lastUse = ({ usedAt, createdAt }: (typeof agents)[number]) => usedAt ?? createdAt
  const surplus = agents.toSorted((a, b) => lastUse(b) - lastUse(a)).slice(most - 1)
  await endAccessTokens(
    tx,
    userId,
    surplus.map(({ id }) => id),
  )
}
