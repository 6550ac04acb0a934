import { insertSecurityMail, stepAskedMail } from '#areas/accounts/security-mails.ts'
import { localTime } from '#areas/notifications/local-time.ts'
import type { Services } from '#call/services.ts'
import { languageOf } from '#directory/language-of.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { asksForStep, isSecondStep, needsStep, stepDueAt } from '#directory/second-step.ts'
import { endSessions } from '#events/end-sessions.ts'
import type { Job } from '#jobs/job.ts'
import type { UserRecord } from '#model/records.ts'
import { listPeopleWithFactor } from '#store/people/second-factors.ts'
import { listSessionsOfMany } from '#store/people/sessions.ts'
import { noteStepSince } from '#store/people/users.ts'

/** People in one transaction, so that others can write between two. */
const atOnce = 200

/**
 * Follows the organization's policy for second steps: notes since when it asks each person for one and tells them by mail,
 * and ends sessions without one when the time of grace is over. Recognizing a session refuses it at once; this ends its
 * event queues too.
 */
export const followStepPolicyJob: Job = {
  name: 'follow-step-policy',
  everySeconds: 60,
  once: true,
  async run(services, organizationId, mayGoOn = () => true) {
    const directory = await services.data.directories.get(organizationId)
    const people = [...directory.users.values()].filter(
      ({ botType, isActive }) => botType === null && isActive,
    )
    const noted = people.filter((user) => (user.secondStepSince !== null) !== asksForStep(directory, user))
    for (let from = 0; from < noted.length && mayGoOn(); from += atOnce)
      await note(services, directory, noted.slice(from, from + atOnce))
    const now = Math.floor(services.time.clock.now() / 1000)
    const late = people.filter((user) => needsStep(directory, user, now))
    for (let from = 0; from < late.length && mayGoOn(); from += atOnce)
      await endWeakSessions(services, directory, late.slice(from, from + atOnce))
  },
}

/** Keeps the time of the first request for a second step, and tells people of it. Deletes it when the policy leaves them out. */
const note = (
  { data, config }: Services,
  directory: OrganizationDirectory,
  people: readonly UserRecord[],
): Promise<void> =>
  data.transact(directory.organization.id, async (tx) => {
    const asked = people.filter((user) => asksForStep(directory, user))
    const free = people.filter((user) => !asksForStep(directory, user))
    await noteStepSince(
      tx,
      asked.map(({ id }) => id),
      tx.now,
    )
    await noteStepSince(
      tx,
      free.map(({ id }) => id),
      null,
    )
    const ready = await listPeopleWithFactor(
      tx.db,
      asked.map(({ id }) => id),
    )
    const { organization } = directory
    for (const user of asked) {
      const dueAt = stepDueAt(directory, { ...user, secondStepSince: tx.now }, tx.now)
      const from =
        dueAt === undefined || dueAt <= tx.now ? undefined : localTime(user, dueAt, languageOf(user))
      await insertSecurityMail(
        tx,
        stepAskedMail({ config, organization, user }, { from, hasFactor: ready.has(user.id) }),
      )
    }
  })

async function endWeakSessions(
  { data }: Services,
  directory: OrganizationDirectory,
  people: readonly UserRecord[],
): Promise<void> {
  const ids = people.map(({ id }) => id)
  const weak = (await listSessionsOfMany(data.db, ids)).filter(({ methods }) => !methods.some(isSecondStep))
  if (weak.length === 0) return
  await data.transact(directory.organization.id, async (tx) => {
    // A session may have shown a second step meanwhile.
    const still = (await listSessionsOfMany(tx.db, ids)).filter(({ methods }) => !methods.some(isSecondStep))
    for (const [userId, sessions] of Map.groupBy(still, (session) => session.userId))
      await endSessions(
        tx,
        userId,
        sessions.map(({ id }) => id),
      )
  })
}
