import { insertSecurityMail, tokenEndsMail } from '#areas/accounts/security-mails.ts'
import { localTime } from '#areas/notifications/local-time.ts'
import { languageOf } from '#directory/language-of.ts'
import type { Job } from '#jobs/job.ts'
import { listEndingTokens } from '#store/people/access-tokens.ts'
import { spendId } from '#store/people/spent-ids.ts'

const warnSeconds = 7 * 24 * 3600

/** Tells people by mail, once, that a token of theirs or of a bot of theirs ends within seven days. */
export const tellOfEndingTokensJob: Job = {
  name: 'tell-of-ending-tokens',
  everySeconds: 3600,
  once: true,
  async run({ data, time, config }, organizationId) {
    const now = Math.floor(time.clock.now() / 1000)
    const ending = await listEndingTokens(data.db, organizationId, { now, within: warnSeconds })
    if (ending.length === 0) return
    const { organization, users } = await data.directories.get(organizationId)
    await data.transact(organizationId, async (tx) => {
      for (const { id, userId, name, expiresAt } of ending) {
        const account = users.get(userId)
        const user = account?.botOwnerId == null ? account : users.get(account.botOwnerId)
        if (!account?.isActive || !user?.isActive) continue
        if (!(await spendId(tx, `token ends ${id}`, expiresAt))) continue
        const concerned = { config, organization, user }
        const bot = account === user ? undefined : account.fullName
        await insertSecurityMail(
          tx,
          tokenEndsMail(concerned, { name, bot, at: localTime(user, expiresAt, languageOf(user)) }),
        )
      }
    })
  },
}
