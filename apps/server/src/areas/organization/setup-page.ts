import { passwordLabel } from '#areas/users/account-rules.ts'
import { accountProblem, createAccount } from '#areas/users/create-account.ts'
import { formPage, htmlReply } from '#http/html.ts'
import type { MakePage, PageReply } from '#http/page.ts'
import { findOrganizationToSetUp, updateOrganization } from '#store/organizations.ts'
import { organizationUrl } from './organization-url.ts'

const gone = (): PageReply =>
  htmlReply(
    404,
    'This link is used up',
    '<p>The organization has its first owner already, or the link is not complete. The owner can invite others.</p>',
  )

/** The plain page behind the one-time link that makes the first owner. */
export const setupFormPage: MakePage = (services) => ({
  method: 'GET',
  path: '/setup/:token',
  async answer({ path }) {
    const id = await findOrganizationToSetUp(services.db, path.token ?? '')
    if (id === undefined) return gone()
    const { organization } = await services.directories.get(id)
    return form(organization.name)
  },
})

export const setupSubmitPage: MakePage = (services) => ({
  method: 'POST',
  path: '/setup/:token',
  async answer({ path, fields }) {
    const token = path.token ?? ''
    const id = await findOrganizationToSetUp(services.db, token)
    if (id === undefined) return gone()
    const { organization = '', name = '', email = '', password = '' } = fields
    const problem =
      organization.trim() === ''
        ? 'Give your organization a name.'
        : accountProblem({ email, fullName: name, password })
    if (problem !== undefined) return form(organization, { name, email, problem })
    const passwordHash = await services.passwords.hash(password)
    const directory = await services.directories.get(id)
    const owner = await services.transact(id, async (tx) => {
      if ((await findOrganizationToSetUp(tx.db, token)) === undefined) return undefined
      await updateOrganization(tx, { name: organization.trim(), setup_token: null })
      return createAccount(tx, directory, services.random, {
        email: email.trim(),
        fullName: name.trim(),
        role: 100,
        passwordHash,
        canCreateUsers: true,
      })
    })
    if (!owner) return gone()
    const url = organizationUrl(services.config, directory.organization)
    return htmlReply(
      200,
      'You are the owner',
      `<p>Sign in with any client that speaks the Zulip API: the server is <code>{url}</code>, your email address is <code>{email}</code>.</p>
<p>Your API key, for programs:</p><pre>{key}</pre>
<p>Try it:</p><pre>curl -u {email}:{key} {url}/api/v1/messages -d type=channel -d to=general -d topic=hello -d content=Hello</pre>`,
      { url, email: owner.deliveryEmail, key: owner.apiKey },
    )
  },
})

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
      { name: 'password', label: passwordLabel, type: 'password', value: '', autocomplete: 'new-password' },
    ],
  })
}
