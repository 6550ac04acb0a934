import { insertSecurityMail, factorRemovedMail, passkeyAddedMail } from '#areas/accounts/security-mails.ts'
import type { Call } from '#call/call.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { badRequest, Missing, Refusal } from '#model/refusal.ts'
import {
  deletePasskeys,
  findPasskey,
  insertPasskey,
  listPasskeys,
  renamePasskey,
} from '#store/people/passkeys.ts'
import { countRecoveryCodes, deleteRecoveryCodes, findFactorWays } from '#store/people/second-factors.ts'
import { keepProof } from '#store/people/sessions.ts'
import { makeRecoveryCodes, noteNewFactor } from './confirm-second-factor.ts'
import { challengeOf, drawChallenge, spendChallenge } from './passkey-challenge.ts'
import { creationOptions, requestOptions } from './passkey-options.ts'
import { placeOfUrl } from './passkey-place.ts'
import { mostPasskeys, passkeyNameProblem } from './passkey-rules.ts'
import { requireNoStep } from './require-no-step.ts'
import { type GivenProof, requireProof } from './require-proof.ts'
import { usePasskey } from './use-passkey.ts'

const handleBytes = 16

const placeOf = ({ services, directory }: Call) =>
  placeOfUrl(organizationUrl(services.config, directory.organization))

/** The caller's passkeys, as the API shows them. */
export async function ownPasskeys(call: Call): Promise<
  {
    readonly id: number
    readonly name: string
    readonly created_at: number
    readonly used_at: number | null
    readonly is_synced: boolean
    readonly works_here: boolean
  }[]
> {
  const { host } = placeOf(call)
  return (await listPasskeys(call.db, call.caller.id)).map((passkey) => ({
    id: passkey.id,
    name: passkey.name,
    created_at: passkey.createdAt,
    used_at: passkey.usedAt,
    is_synced: passkey.isSynced,
    works_here: passkey.host === host,
  }))
}

/** Begins a new passkey: returns what the browser has to be asked. Takes a proof that it is the caller. */
export async function beginPasskey(call: Call, given: GivenProof): Promise<Record<string, unknown>> {
  const { caller, directory, services, db } = call
  await requireProof(call, given)
  const known = await listPasskeys(db, caller.id)
  if (known.length >= mostPasskeys)
    throw badRequest(`An account has at most ${mostPasskeys} passkeys: remove one first.`)
  const { organization } = directory
  const drawn = Buffer.from(services.time.random.token(handleBytes), 'latin1').toString('base64url')
  const userHandle = known[0]?.userHandle ?? drawn
  const asked = { userId: caller.id, use: 'make', userHandle } as const
  const challenge = await drawChallenge(services, organization.id, asked)
  return creationOptions(placeOf(call), challenge, {
    organization: organization.name,
    person: { handle: userHandle, name: caller.deliveryEmail || caller.fullName, fullName: caller.fullName },
    known,
  })
}

/** Asks for a passkey of the caller, as a proof that it is them. */
export async function askForPasskey(call: Call): Promise<Record<string, unknown>> {
  const { caller, directory, services, db } = call
  const known = await listPasskeys(db, caller.id)
  if (known.length === 0) throw badRequest('You have no passkey.')
  const challenge = await drawChallenge(services, directory.organization.id, {
    userId: caller.id,
    use: 'prove',
  })
  return requestOptions(placeOf(call), challenge, known)
}

/** Takes a passkey of the caller as a proof that it is them. Throws AUTHENTICATION_FAILED for a wrong one. */
export async function proveByPasskey(call: Call, answer: unknown): Promise<void> {
  const { caller, directory, services, session } = call
  const challenge = challengeOf(answer) ?? ''
  const asked = { challenge, userId: caller.id, use: 'prove' } as const
  const begun = await spendChallenge(services, directory.organization.id, asked)
  const isProved = begun && (await usePasskey(call, { answer, challenge, user: caller }))
  if (!isProved || !session)
    throw new Refusal(
      'AUTHENTICATION_FAILED',
      'This passkey is not one of yours, or it took more than ten minutes.',
    )
  await call.transact((tx) => keepProof(tx, { id: session.id, userId: caller.id }, 'passkey'))
}

/**
 * Keeps a passkey that the browser has made. Returns its id, and recovery codes for somebody who has none: they are told
 * here and never again.
 */
export async function addPasskey(
  call: Call,
  { name, answer }: { readonly name: string; readonly answer: unknown },
): Promise<{ readonly id: number; readonly recoveryCodes: readonly string[] }> {
  const { caller, directory, services } = call
  const trimmed = name.trim()
  const problem = passkeyNameProblem(trimmed)
  if (problem !== undefined) throw badRequest(problem)
  const { id: organizationId } = directory.organization
  const challenge = challengeOf(answer) ?? ''
  const begun = await spendChallenge(services, organizationId, { challenge, userId: caller.id, use: 'make' })
  const place = placeOf(call)
  const made = begun ? await services.outside.passkeys.readMade(place, challenge, answer) : undefined
  if (!made || begun?.userHandle === undefined)
    throw badRequest('This passkey could not be checked, or it took more than ten minutes: begin once more.')
  const { userHandle } = begun
  return call.transact(async (tx) => {
    const known = await listPasskeys(tx.db, caller.id)
    if (known.length >= mostPasskeys)
      throw badRequest(`An account has at most ${mostPasskeys} passkeys: remove one first.`)
    if (await findPasskey(tx.db, organizationId, made.credentialId))
      throw badRequest('This passkey is known already.')
    const id = await insertPasskey(tx, {
      ...made,
      userId: caller.id,
      userHandle,
      host: place.host,
      name: trimmed,
    })
    await noteNewFactor(tx, call, 'passkey')
    tx.audit('factor.added', { kind: 'user', id: caller.id }, { passkey: id })
    const concerned = { config: services.config, organization: directory.organization, user: caller }
    await insertSecurityMail(tx, passkeyAddedMail(concerned, trimmed))
    const hasCodes = (await countRecoveryCodes(tx.db, caller.id)) > 0
    return { id, recoveryCodes: hasCodes ? [] : await makeRecoveryCodes(tx, call, caller.id) }
  })
}

/** Gives a passkey of the caller another name. */
export async function nameOwnPasskey(call: Call, id: number, name: string): Promise<void> {
  const trimmed = name.trim()
  const problem = passkeyNameProblem(trimmed)
  if (problem !== undefined) throw badRequest(problem)
  await call.transact(async (tx) => {
    if (!(await renamePasskey(tx, { userId: call.caller.id, id, name: trimmed })))
      throw new Missing('You have no such passkey.')
  })
}

/** Removes a passkey of the caller; with the last second factor, the recovery codes too. Takes a proof that it is them. */
export async function removePasskey(call: Call, id: number, given: GivenProof): Promise<void> {
  const { caller, directory, services, db } = call
  const isTheirs = (await listPasskeys(db, caller.id)).some((one) => one.id === id)
  if (!isTheirs) throw new Missing('You have no such passkey.')
  await requireProof(call, given)
  await call.transact(async (tx) => {
    // Another browser may have been quicker.
    if ((await deletePasskeys(tx, caller.id, id)) === 0) return
    const isLast = (await findFactorWays(tx.db, caller.id)) === undefined
    if (isLast) requireNoStep(call)
    if (isLast) await deleteRecoveryCodes(tx, caller.id)
    tx.audit('factor.removed', { kind: 'user', id: caller.id }, { passkey: id })
    const concerned = { config: services.config, organization: directory.organization, user: caller }
    await insertSecurityMail(tx, factorRemovedMail(concerned, { what: 'passkey', isLast }))
  })
}
