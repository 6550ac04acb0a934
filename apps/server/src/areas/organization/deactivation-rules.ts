import type { OrganizationRecord } from '#model/records.ts'

const day = 24 * 3600

/**
 * Returns why an organization cannot be deactivated with this many days until its data is deleted, or undefined. Null
 * keeps the data. Demo organizations have their own rules.
 */
export function deletionDelayProblem(
  delay: number | null,
  {
    organization,
    limits,
    hasEmail,
    now,
  }: {
    organization: Pick<OrganizationRecord, 'demoDeletionAt'>
    limits: { readonly min: number | null; readonly max: number | null }
    /** True if the owner who asks has an email address. */
    hasEmail: boolean
    /** UNIX seconds. */
    now: number
  },
): string | undefined {
  const { demoDeletionAt } = organization
  if (demoDeletionAt !== null) {
    if (delay === null) return 'A demo organization needs deletion_delay_days.'
    if (!hasEmail && delay !== 0)
      return 'Without an email address, deletion_delay_days of a demo organization must be 0.'
    const remaining = Math.max(0, Math.floor((demoDeletionAt - now) / day))
    if (delay > remaining)
      return `This demo organization is deleted in ${remaining} days: deletion_delay_days must not be more.`
    return undefined
  }
  const { min, max } = limits
  if (max !== null && (delay === null || delay > max))
    return `Data deletion time must be at most ${max} days in the future.`
  // Any minimum, even 0, forbids deleting at once.
  if (min !== null && delay !== null && (delay < min || delay === 0))
    return `Data deletion time must be at least ${Math.max(min, 1)} days in the future.`
  return undefined
}

/** UNIX seconds at which the data of an organization deactivated now is deleted; null for never. */
export const deletionTime = (delay: number | null, now: number): number | null =>
  delay === null ? null : now + delay * day
