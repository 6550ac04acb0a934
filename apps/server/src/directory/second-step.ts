import { can } from '@tagma/rules/can.ts'
import type { UserRecord } from '#model/records.ts'
import type { SignInMethod } from '#store/people/sessions.ts'
import type { OrganizationDirectory } from './organization-directory.ts'

/**
 * The organization's policy for second steps: `second_factor_required_group` names who needs one, and
 * `second_factor_grace_days` how long they may go on without. Bots need none. A job notes since when a person needs one;
 * a person without a note needs one since now.
 */

const daySeconds = 24 * 3600

/** Tells whether a way to prove who one is counts as a second step. A passkey is both steps. */
export const isSecondStep = (method: SignInMethod): boolean =>
  method === 'code' || method === 'recovery' || method === 'passkey' || method === 'trusted'

/** Tells whether the organization asks anybody for a second step. */
export const asksAnybodyForStep = (directory: OrganizationDirectory): boolean =>
  directory.organization.settings.second_factor_required_group !== directory.systemGroup('role:nobody').id

/** Tells whether the organization asks a user for a second step, now or when their time of grace is over. */
export const asksForStep = (directory: OrganizationDirectory, user: UserRecord): boolean =>
  user.botType === null && can(directory, user, 'second_factor_required_group')

/**
 * Time from which a user gets in with a second step alone, in UNIX seconds; undefined for people who are
 * not asked for one.
 */
export function stepDueAt(
  directory: OrganizationDirectory,
  user: UserRecord,
  now: number,
): number | undefined {
  if (!asksForStep(directory, user)) return undefined
  return (user.secondStepSince ?? now) + directory.organization.settings.second_factor_grace_days * daySeconds
}

/** Tells whether a user gets in with a second step alone. `now` is UNIX seconds. */
export function needsStep(directory: OrganizationDirectory, user: UserRecord, now: number): boolean {
  const dueAt = stepDueAt(directory, user, now)
  return dueAt !== undefined && now >= dueAt
}
