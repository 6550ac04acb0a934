import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { bold, htmlReply, readBy } from '#http/html.ts'
import type { Page, PageContext, PageReply } from '#http/page.ts'
import type { UserRecord } from '#model/records.ts'
import { deleteSignInFlow, findSignInFlow } from '#store/people/sign-in-flows.ts'
import { afterFirstStep } from './end-flow.ts'

/** Path of links that `tagma sign-in link` prints; the secret of the link follows. */
export const oncePath = '/accounts/login/once/'

/** Seconds for which such a link works. */
export const onceSeconds = 600

async function findOwner(
  { services, path: { handle = '' }, now }: PageContext,
  { organization, users }: OrganizationDirectory,
): Promise<UserRecord | undefined> {
  if (organization.deactivatedAt !== null) return undefined
  const flow = await findSignInFlow(services.data.db, { organizationId: organization.id, handle, now })
  const user = flow?.purpose === 'command' ? users.get(flow.userId ?? 0) : undefined
  return user?.isActive ? user : undefined
}

const gone = (): PageReply =>
  htmlReply(
    410,
    'page.link-gone',
    (say) => `<p>${say('sign-in.once.gone')} <a href="/login/">${say('sign-in.sign-in')}</a></p>`,
  )

/** Asks before it signs in: programs that look at links do not use it up. */
export const onceFormPage: Page = {
  method: 'GET',
  path: `${oncePath}:handle`,
  limit: 'anonymous',
  async answer(context) {
    const directory = await context.directory()
    const user = await findOwner(context, directory)
    if (!user) return gone()
    const facts = { organization: directory.organization.name, name: bold(user.fullName) }
    const page = htmlReply(
      200,
      'sign-in.once.title',
      (say) =>
        `<p>${say('sign-in.once.text', facts)}</p>\n<form method="post"><button autofocus>${say('sign-in.sign-in')}</button></form>`,
    )
    return readBy(user, page)
  },
}

export const onceSubmitPage: Page = {
  method: 'POST',
  path: `${oncePath}:handle`,
  limit: 'anonymous',
  isOwnForm: true,
  async answer(context) {
    const { services, path } = context
    const directory = await context.directory()
    const user = await findOwner(context, directory)
    if (!user) return gone()
    const isFirst = await services.data.transact(directory.organization.id, (tx) =>
      deleteSignInFlow(tx, path.handle ?? ''),
    )
    if (!isFirst) return gone()
    return afterFirstStep(context, directory, {
      user,
      next: '/',
      method: 'command',
      stays: false,
      isApp: false,
    })
  },
}
