import { roles } from '@tagma/contract/objects/user.ts'
import { accountProblem, createAccount } from '#areas/accounts/create-account.ts'
import { enterBrowser } from '#areas/sign-in/enter-browser.ts'
import { newPasswordField } from '#areas/sign-in/password-problem.ts'
import { formPage, htmlReply } from '#http/html.ts'
import type { Page, PageContext, PageReply } from '#http/page.ts'
import { byStranger } from '#model/audit.ts'
import { updateOrganization } from '#store/organization/organizations.ts'
import { deleteSetupLinks, findOrganizationToSetUp } from '#store/organization/setup-links.ts'

const gone = (): PageReply =>
  htmlReply(
    404,
    'This link does not work',
    '<p>The organization may already have its first owner, who can invite others. Or the link is incomplete, or older than three days. As long as there is no owner, the server prints a new link when it starts.</p>',
  )

/** Finds the organization whose first owner a link makes. */
const organizationBehind = ({ services, path, now }: PageContext) =>
  findOrganizationToSetUp(services.data.db, path.token ?? '', now)

/** Page behind the one-time link that makes the first owner. */
export const setupFormPage: Page = {
  method: 'GET',
  path: '/setup/:token',
  limit: 'page',
  async answer(context) {
    const id = await organizationBehind(context)
    if (id === undefined) return gone()
    const { organization } = await context.services.data.directories.get(id)
    return form(organization.name)
  },
}

export const setupSubmitPage: Page = {
  method: 'POST',
  path: '/setup/:token',
  limit: 'page',
  isOwnForm: true,
  async answer(context) {
    const id = await organizationBehind(context)
    if (id === undefined) return gone()
    const { services, path, fields, address } = context
    const token = path.token ?? ''
    const { organization = '', name = '', email = '', password = '' } = fields
    const problem =
      organization.trim() === ''
        ? 'Give your organization a name.'
        : accountProblem({ email, fullName: name, password, organizationName: organization })
    if (problem !== undefined) return form(organization, { name, email, problem })
    const passwordHash = await services.outside.passwords.hash(password)
    const directory = await services.data.directories.get(id)
    const owner = await services.data.transact(
      id,
      async (tx) => {
        if ((await findOrganizationToSetUp(tx.db, token, tx.now)) === undefined) return undefined
        await deleteSetupLinks(tx)
        await updateOrganization(tx, { name: organization.trim() })
        return createAccount(tx, directory, services.time.random, {
          email: email.trim(),
          fullName: name.trim(),
          role: roles.owner,
          passwordHash,
          hasEveryPermission: true,
        })
      },
      { by: byStranger(address) },
    )
    if (!owner) return gone()
    services.security.note('account.created', {
      organization: id,
      actor: owner.id,
      address,
      target: owner.id,
      role: owner.role,
    })
    return enterBrowser(context, directory, { user: owner, method: 'setup' })
  },
}

function form(
  organization: string,
  values: { name?: string; email?: string; problem?: string } = {},
): PageReply {
  return formPage({
    title: 'Set up your organization',
    problem: values.problem,
    submit: 'Become the owner',
    fields: [
      { name: 'organization', label: 'Name of the organization', value: organization },
      { name: 'name', label: 'Your name', value: values.name ?? '', autocomplete: 'name' },
      {
        name: 'email',
        label: 'Your email address',
        type: 'email',
        value: values.email ?? '',
        autocomplete: 'email',
      },
      newPasswordField,
    ],
  })
}
