import type { Config } from '#config/config.ts'
import { languageOf } from '#directory/language-of.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import type { OrganizationRecord, UserRecord } from '#model/records.ts'
import type { Mail } from '#ports/mailer.ts'
import type { Tx } from '#store/log/tx.ts'
import { insertMail } from '#store/notifying/outgoing-mail.ts'
import { wordsFor, type WordId, type WordValues } from '#words/words.ts'

// Mails about changes that could mean a stolen account, in the language of their reader. No setting switches them off.

interface Concerned {
  readonly config: Pick<Config, 'publicUrl'>
  readonly organization: OrganizationRecord
  readonly user: Pick<UserRecord, 'fullName' | 'deliveryEmail' | 'settings'>
}

/** A paragraph: its texts, one after the other. */
type Paragraph = WordId | readonly WordId[]

/** Writes a mail: a greeting, its paragraphs, and which account it is about. */
function write(
  { config, organization, user }: Concerned,
  subject: WordId,
  paragraphs: readonly Paragraph[],
  more: WordValues = {},
): Mail {
  const url = organizationUrl(config, organization)
  const values = {
    organization: organization.name,
    name: user.fullName,
    email: user.deliveryEmail,
    url,
    reset: `${url}/accounts/password/reset`,
    settings: `${url}/#settings/account-and-privacy`,
    ...more,
  }
  const language = languageOf(user)
  const text = (paragraph: Paragraph) =>
    [paragraph]
      .flat()
      .map((id) => wordsFor(language, id, values))
      .join(' ')
  return {
    to: user.deliveryEmail,
    subject: wordsFor(language, subject, values),
    text: ['mail.greeting' as const, ...paragraphs, 'mail.about' as const].map(text).join('\n\n'),
  }
}

/** Puts a mail into the outbox if its recipient has an address. */
export async function insertSecurityMail(tx: Tx, mail: Mail): Promise<void> {
  if (mail.to !== '') await insertMail(tx, mail)
}

/** Tells a user that their password was changed with the old one. */
export const passwordChangedMail = (concerned: Concerned): Mail =>
  write(concerned, 'mail.password-changed.subject', [
    'mail.password-changed.said',
    'mail.password-changed.cure',
    'mail.password-changed.effect',
  ])

/** Tells a user that their password was set through a link in a mail. */
export const passwordResetMail = (concerned: Concerned): Mail =>
  write(concerned, 'mail.password-set.subject', ['mail.password-set.said', 'mail.password-set.cure'])

/**
 * Tells the current address which address is to replace it. `isInDirectory` is true for people whose password an LDAP
 * directory keeps.
 */
export const addressWishedMail = (concerned: Concerned, newEmail: string, isInDirectory: boolean): Mail =>
  write(
    concerned,
    'mail.address-wished.subject',
    [
      'mail.address-wished.said',
      ...(isInDirectory
        ? (['mail.address-wished.directory'] as const)
        : (['mail.address-wished.cure', 'mail.address-wished.effect'] as const)),
    ],
    { newEmail },
  )

/** Path of the page that takes a changed address back. */
export const addressUndoPath = '/accounts/undo_new_email'

/**
 * Tells the former address which address has replaced it. `undo` is the secret of the link that takes it back, if there is
 * one. `by` says who decided: an account, or a directory of people or a sign-in service.
 */
export const addressChangedMail = (
  concerned: Concerned,
  {
    newEmail,
    by,
    undo,
  }: { readonly newEmail: string; readonly by: 'account' | 'elsewhere'; readonly undo: string | undefined },
): Mail => {
  const { config, organization } = concerned
  const cures = { account: 'mail.address-changed.ask', elsewhere: 'mail.address-changed.elsewhere' } as const
  const paragraphs =
    undo === undefined ? [cures[by]] : (['mail.address-changed.undo', 'mail.address-changed.proof'] as const)
  return write(concerned, 'mail.address-changed.subject', ['mail.address-changed.said', ...paragraphs], {
    newEmail,
    undo: `${organizationUrl(config, organization)}${addressUndoPath}/${undo}`,
  })
}

/** Tells the address that an account has lost again that its former one is back. */
export const addressTakenBackMail = (concerned: Concerned, formerEmail: string): Mail =>
  write(concerned, 'mail.address-back.subject', ['mail.address-back.said', 'mail.address-back.cure'], {
    formerEmail,
  })

/** Tells a user that an access token was made in their name, for them or a bot of theirs. */
export const tokenMadeMail = (concerned: Concerned, name: string): Mail =>
  write(concerned, 'mail.token-made.subject', ['mail.token-made.said', 'mail.token-made.cure'], {
    token: name,
  })

/** Tells a user that an access token ends soon, of theirs or of a bot of theirs. */
export const tokenEndsMail = (
  concerned: Concerned,
  { name, bot, at }: { readonly name: string; readonly bot: string | undefined; readonly at: string },
): Mail =>
  write(
    concerned,
    'mail.token-ends.subject',
    [bot === undefined ? 'mail.token-ends.said' : 'mail.token-ends.said-bot', 'mail.token-ends.cure'],
    { token: name, at, ...(bot !== undefined && { bot }) },
  )

/** Tells a user that a program was let in by OAuth. */
export const agentAllowedMail = (concerned: Concerned, program: string): Mail =>
  write(concerned, 'mail.agent-allowed.subject', ['mail.agent-allowed.said', 'mail.agent-allowed.cure'], {
    program,
  })

/** Tells a user that they have a second factor from now on, or another one. */
export const factorAddedMail = (concerned: Concerned): Mail =>
  write(concerned, 'mail.factor-added.subject', ['mail.factor-added.said', 'mail.factor-added.cure'])

/** Tells a user that they have another passkey. */
export const passkeyAddedMail = (concerned: Concerned, name: string): Mail =>
  write(concerned, 'mail.passkey-added.subject', ['mail.passkey-added.said', 'mail.passkey-added.cure'], {
    passkey: name,
  })

/** Tells a user that a passkey of theirs was refused because somebody may have a copy of it. */
export const passkeyCopiedMail = (concerned: Concerned, name: string): Mail =>
  write(concerned, 'mail.passkey-copied.subject', ['mail.passkey-copied.said', 'mail.passkey-copied.cure'], {
    passkey: name,
  })

/** Tells a user that a second factor of theirs is gone. */
export const factorRemovedMail = (
  concerned: Concerned,
  { what, isLast }: { readonly what: 'app' | 'passkey'; readonly isLast: boolean },
): Mail =>
  write(concerned, isLast ? 'mail.last-factor-removed.subject' : 'mail.factor-removed.subject', [
    [
      what === 'app' ? 'mail.factor-removed.app' : 'mail.factor-removed.passkey',
      isLast ? 'mail.factor-removed.last' : 'mail.factor-removed.others',
    ],
    'mail.factor-removed.cure',
  ])

/**
 * Tells a user that an administrator has taken their second factors away, or whoever runs the server: undefined.
 */
export const factorResetMail = (concerned: Concerned, administrator: string | undefined): Mail =>
  write(
    concerned,
    'mail.factor-reset.subject',
    [
      [
        administrator === undefined ? 'mail.factor-reset.by-operator' : 'mail.factor-reset.by-administrator',
        'mail.factor-reset.effect',
      ],
      'mail.factor-reset.cure',
    ],
    administrator === undefined ? {} : { administrator },
  )

/** Tells a user that somebody used one of their recovery codes, and how many are left. */
export const recoveryCodeUsedMail = (
  concerned: Concerned,
  { left, areFew }: { readonly left: number; readonly areFew: boolean },
): Mail =>
  write(
    concerned,
    'mail.recovery-used.subject',
    [
      ['mail.recovery-used.said', ...(areFew ? (['mail.recovery-used.few'] as const) : [])],
      'mail.recovery-used.cure',
    ],
    { left },
  )

/** Tells a user that from now on they can sign in by a service. */
export const providerLinkedMail = (concerned: Concerned, label: string): Mail =>
  write(
    concerned,
    'mail.provider-linked.subject',
    ['mail.provider-linked.said', 'mail.provider-linked.cure'],
    {
      service: label,
    },
  )

/** Tells a user that their organization asks them for a second step. `from` is
 * the time from which nobody gets in without; undefined: now. */
export const stepAskedMail = (
  concerned: Concerned,
  { from, hasFactor }: { readonly from: string | undefined; readonly hasFactor: boolean },
): Mail =>
  write(
    concerned,
    'mail.step-asked.subject',
    [
      ['mail.step-asked.said', from === undefined ? 'mail.step-asked.now' : 'mail.step-asked.from'],
      ...wayToStep(hasFactor, from === undefined),
      'mail.step-asked.keys',
    ],
    from === undefined ? {} : { from },
  )

function wayToStep(hasFactor: boolean, isNow: boolean): readonly WordId[] {
  if (hasFactor) return ['mail.step-asked.ready']
  return isNow ? ['mail.step-asked.helped'] : ['mail.step-asked.before', 'mail.step-asked.then']
}

/** Tells a user that somebody tries out passwords for their account, and that they can sign in all the same. */
export const guessesMail = (concerned: Concerned, address: string): Mail =>
  write(concerned, 'mail.guesses.subject', ['mail.guesses.said', 'mail.guesses.ways', 'mail.guesses.step'], {
    address,
  })
