import { roles } from '@tagma/contract/objects/user.ts'
import { initialUserSettings } from '@tagma/contract/settings/user-settings.ts'
import { createAccount, wrongPart } from '#areas/accounts/create-account.ts'
import { enterBrowser } from '#areas/sign-in/enter-browser.ts'
import { newPasswordField } from '#areas/sign-in/password-problem.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { formPage, type PageText, textReply } from '#http/html.ts'
import { pageLanguage } from '#http/page-language.ts'
import type { Page, PageContext, PageReply } from '#http/page.ts'
import { byStranger } from '#model/audit.ts'
import { updateOrganization, updateOrganizationSettings } from '#store/organization/organizations.ts'
import { deleteSetupLinks, findOrganizationToSetUp } from '#store/organization/setup-links.ts'
import { refusalWording } from '#words/refusal-wording.ts'

const gone = (): PageReply => textReply(404, 'page.link-broken', 'page.setup.gone')

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
    if (organization.trim() === '')
      return form(organization, { name, email, problem: 'page.setup.name-missing', wrong: 'organization' })
    const part = wrongPart({ email, fullName: name, password, organizationName: organization })
    if (part)
      return form(organization, { name, email, problem: refusalWording(part.problem), wrong: part.wrong })
    const passwordHash = await services.outside.passwords.hash(password)
    const directory = await services.data.directories.get(id)
    const language = await firstLanguage(context, directory)
    const owner = await services.data.transact(
      id,
      async (tx) => {
        if ((await findOrganizationToSetUp(tx.db, token, tx.now)) === undefined) return undefined
        await deleteSetupLinks(tx)
        await updateOrganization(tx, { name: organization.trim() })
        await updateOrganizationSettings(tx, { default_language: language })
        return createAccount(tx, directory, services.time.random, {
          email: email.trim(),
          fullName: name.trim(),
          role: roles.owner,
          passwordHash,
          hasEveryPermission: true,
          language,
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

/** The organization speaks the language in which it is set up, unless whoever runs the server has chosen another. */
async function firstLanguage(context: PageContext, { organization }: OrganizationDirectory): Promise<string> {
  const chosen = organization.settings.default_language
  return chosen === initialUserSettings.default_language ? pageLanguage(context, { status: 200 }) : chosen
}

function form(
  organization: string,
  values: { name?: string; email?: string; problem?: PageText; wrong?: string } = {},
): PageReply {
  return formPage({
    title: 'page.setup.title',
    problem: values.problem,
    wrong: values.wrong,
    submit: 'page.setup.become',
    fields: [
      { name: 'organization', label: 'page.setup.organization', value: organization },
      { name: 'name', label: 'page.name', value: values.name ?? '', autocomplete: 'name' },
      {
        name: 'email',
        label: 'page.email',
        type: 'email',
        value: values.email ?? '',
        autocomplete: 'email',
      },
      newPasswordField,
    ],
  })
}
