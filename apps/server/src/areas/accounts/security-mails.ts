import type { Config } from '#config/config.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import type { OrganizationRecord, UserRecord } from '#model/records.ts'
import type { Mail } from '#ports/mailer.ts'
import type { Tx } from '#store/log/tx.ts'
import { insertMail } from '#store/notifying/outgoing-mail.ts'

// Mails about changes that could mean a stolen account. No setting switches them off.

interface Concerned {
  readonly config: Pick<Config, 'publicUrl'>
  readonly organization: OrganizationRecord
  readonly user: Pick<UserRecord, 'fullName' | 'deliveryEmail'>
}

const resetUrl = ({ config, organization }: Concerned) =>
  `${organizationUrl(config, organization)}/accounts/password/reset`

/** Address of the page on which people see and change how they sign in. */
const settingsUrl = ({ config, organization }: Concerned): string =>
  `${organizationUrl(config, organization)}/#settings/account-and-privacy`

const letter = (
  { config, organization, user }: Concerned,
  subject: string,
  ...paragraphs: readonly string[]
): Mail => ({
  to: user.deliveryEmail,
  subject,
  text: [
    `Hello ${user.fullName},`,
    ...paragraphs,
    `This is about your account ${user.deliveryEmail} at ${organization.name} (${organizationUrl(config, organization)}).`,
  ].join('\n\n'),
})

/** Puts a mail into the outbox if its recipient has an address. */
export async function insertSecurityMail(tx: Tx, mail: Mail): Promise<void> {
  if (mail.to !== '') await insertMail(tx, mail)
}

/** Tells a user that their password was changed with the old one. */
export const passwordChangedMail = (concerned: Concerned): Mail =>
  letter(
    concerned,
    `Your password for ${concerned.organization.name} was changed`,
    'your password has just been changed.',
    `If it was you, there is nothing to do. If not, set another one at once: ${resetUrl(concerned)}`,
    'That also ends everything that is signed in as you, and replaces your API key.',
  )

/** Tells a user that their password was set through a link in a mail. */
export const passwordResetMail = (concerned: Concerned): Mail =>
  letter(
    concerned,
    `Your password for ${concerned.organization.name} was set`,
    'a new password has just been set by the link that was mailed to you. Everything that was signed in as you has ended, and your API key was replaced: sign in with the new password.',
    `If it was not you, somebody else reads your mail. Make your mailbox safe, then set another password: ${resetUrl(concerned)}`,
  )

/**
 * Tells the current address which address is to replace it. `isInDirectory` is true for people whose password an LDAP
 * directory keeps.
 */
export const addressWishedMail = (concerned: Concerned, newEmail: string, isInDirectory: boolean): Mail =>
  letter(
    concerned,
    `A new email address was requested at ${concerned.organization.name}`,
    `somebody who is signed in as you asked to use ${newEmail} in place of this address. The address changes once somebody opens the link that was sent there and gives your password.`,
    isInDirectory
      ? 'If it was you, there is nothing to do here. If not, replace your API key in your settings at once. That ends the link and everything that is signed in as you. Then change your password in the directory of your organization.'
      : `If it was you, there is nothing to do here. If not, set a new password at once: ${resetUrl(concerned)}\n\nThat ends the link and everything that is signed in as you, and replaces your API key.`,
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
): Mail =>
  letter(
    concerned,
    `Your email address at ${concerned.organization.name} was changed`,
    `your account now has the address ${newEmail}. Mail from ${concerned.organization.name} goes there, and you sign in with it.`,
    ...(undo === undefined
      ? [
          by === 'account'
            ? 'If you did not want that, tell an administrator of the organization at once: they can change the address back.'
            : 'The address comes from the service or directory that signs you in. If it is wrong, tell whoever keeps that.',
        ]
      : [
          `If you did not want that, take this address back within 7 days: ${organizationUrl(concerned.config, concerned.organization)}${addressUndoPath}/${undo}`,
          'The link asks for your password as it was before the change. It ends everything that is signed in as you.',
        ]),
  )

/** Tells the address that an account has lost again that its former one is back. */
export const addressTakenBackMail = (concerned: Concerned, formerEmail: string): Mail =>
  letter(
    concerned,
    `Your former email address at ${concerned.organization.name} is back`,
    `somebody who reads the mail of ${formerEmail}, and knows the password that the account had before, has undone the change of its address. The account has the address ${formerEmail} again. Everything that was signed in has ended.`,
    'If you did not want that, tell an administrator of the organization at once.',
  )

/** Tells a user that an access token was made in their name, for them or a bot of theirs. */
export const tokenMadeMail = (concerned: Concerned, name: string): Mail =>
  letter(
    concerned,
    `An access token was made at ${concerned.organization.name}`,
    `an access token named “${name}” has just been made with your password. A program that has it acts as you, or as a bot of yours.`,
    'If it was you, there is nothing to do. If not, somebody else knows your password: change it at once, and end the token in the list of your access tokens.',
  )

/** Tells a user that an access token ends soon, of theirs or of a bot of theirs. */
export const tokenEndsMail = (
  concerned: Concerned,
  { name, bot, at }: { readonly name: string; readonly bot: string | undefined; readonly at: string },
): Mail =>
  letter(
    concerned,
    `An access token ends soon at ${concerned.organization.name}`,
    `the access token “${name}”${bot === undefined ? '' : ` of your bot ${bot}`} ends on ${at}. Programs that use it stop working then.`,
    `If you still need it, make another one in your settings, and give it to the program: ${organizationUrl(concerned.config, concerned.organization)}/#settings/access-tokens`,
  )

/** Tells a user that a program was let in by OAuth. */
export const agentAllowedMail = (concerned: Concerned, program: string): Mail =>
  letter(
    concerned,
    `A program was let in at ${concerned.organization.name}`,
    `a program that calls itself “${program}” can now use tools in your name.`,
    `If it was you, there is nothing to do. If not, somebody else is signed in as you: end “${program}” in the list of your access tokens, and set a new password: ${resetUrl(concerned)}`,
  )

/** Tells a user that they have a second factor from now on, or another one. */
export const factorAddedMail = (concerned: Concerned): Mail =>
  letter(
    concerned,
    `A second step was set up at ${concerned.organization.name}`,
    'signing in with your password now needs a code of your authenticator app too. Keep the recovery codes in a place other than your phone.',
    `If it was not you, somebody else is signed in as you: tell an administrator of the organization at once, and set a new password: ${resetUrl(concerned)}`,
  )

/** Tells a user that they have another passkey. */
export const passkeyAddedMail = (concerned: Concerned, name: string): Mail =>
  letter(
    concerned,
    `A passkey was added at ${concerned.organization.name}`,
    `the passkey “${name}” signs you in from now on, without a password. With your password alone nobody gets in any more.`,
    `If it was not you, somebody else is signed in as you: remove the passkey in your settings at once, and set a new password: ${resetUrl(concerned)}`,
  )

/** Tells a user that a passkey of theirs was refused because somebody may have a copy of it. */
export const passkeyCopiedMail = (concerned: Concerned, name: string): Mail =>
  letter(
    concerned,
    `A passkey was refused at ${concerned.organization.name}`,
    `somebody tried to sign in with your passkey “${name}”, and its counter went back: there may be a copy of the device that holds it.`,
    'If it was you, make another passkey in your settings and remove this one. If not, remove it at once.',
  )

/** Tells a user that a second factor of theirs is gone. `what` names it. */
export const factorRemovedMail = (
  concerned: Concerned,
  { what, isLast }: { readonly what: string; readonly isLast: boolean },
): Mail =>
  letter(
    concerned,
    isLast
      ? `Your second step at ${concerned.organization.name} was removed`
      : `A second step at ${concerned.organization.name} was removed`,
    isLast
      ? `your ${what} was removed. Signing in with your password needs no second step any more, and your recovery codes have ended.`
      : `your ${what} was removed. Your other second steps stay as they are.`,
    `If you did not want that, set a new password at once, which ends everything that is signed in as you: ${resetUrl(concerned)} Then set up a second step in your settings.`,
  )

/** Tells a user that an administrator, or whoever runs the server, has taken their second factors away. */
export const factorResetMail = (concerned: Concerned, by: string): Mail =>
  letter(
    concerned,
    `Your second step at ${concerned.organization.name} was reset`,
    `${by} has removed all your second steps: authenticator app, passkeys and recovery codes. Everything that was signed in as you has ended, and your API key and access tokens too. Sign in again, then set up a second step in your settings.`,
    `If you have not asked for that, somebody may be about to take your account: set a new password at once (${resetUrl(concerned)}), and tell another administrator of the organization.`,
  )

/** Tells a user that somebody used one of their recovery codes, and how many are left. */
export const recoveryCodeUsedMail = (
  concerned: Concerned,
  { left, areFew }: { readonly left: number; readonly areFew: boolean },
): Mail =>
  letter(
    concerned,
    `A recovery code was used at ${concerned.organization.name}`,
    `one of your recovery codes has just been used in the place of a code of your app. ${left === 1 ? 'One is' : `${left} are`} left.${areFew ? ' Make new ones in your settings.' : ''}`,
    `If it was not you, somebody knows your password and your recovery codes: set a new password at once, and make new codes in your settings. ${resetUrl(concerned)}`,
  )

/** Tells a user that from now on they can sign in by a service. */
export const providerLinkedMail = (concerned: Concerned, label: string): Mail =>
  letter(
    concerned,
    `${label} was connected at ${concerned.organization.name}`,
    `you can now sign in to ${concerned.organization.name} with ${label}.`,
    `If it was not you, set a new password at once, which ends everything that is signed in as you: ${resetUrl(concerned)} Then tell an administrator of the organization.`,
  )

/** Tells a user that their organization asks them for a second step. `from` is
 * the time from which nobody gets in without; undefined: now. */
export const stepAskedMail = (
  concerned: Concerned,
  { from, hasFactor }: { readonly from: string | undefined; readonly hasFactor: boolean },
): Mail =>
  letter(
    concerned,
    `${concerned.organization.name} asks you for a second step`,
    `${concerned.organization.name} asks you for a second step when you sign in: a code of an authenticator app, or a passkey. ${
      from === undefined ? 'You need it from now on.' : `You need it from ${from} on.`
    }`,
    hasFactor
      ? 'You have set one up: there is nothing to do to sign in.'
      : from === undefined
        ? 'The sign-in page helps you to set it up, which takes a minute.'
        : `Set it up before, which takes a minute: ${settingsUrl(concerned)}\n\nAt that time you are signed out, and the sign-in page helps you to set it up.`,
    'API keys and access tokens that you made without a second step stop working then. Sign in with the second step, and make new ones for your programs. Apps ask you to sign in again.',
  )

/** Tells a user that somebody tries out passwords for their account, and that they can sign in all the same. */
export const guessesMail = (concerned: Concerned, address: string): Mail =>
  letter(
    concerned,
    `Somebody guesses your password at ${concerned.organization.name}`,
    `many wrong passwords were given for your account within an hour, the last one from ${address}. None of them was right. For a while, passwords from networks and browsers that you have not signed in from are not heard.`,
    'You can go on: from where you have signed in before, by a passkey, by your apps, by a service that you sign in with, and where you are signed in already. You need do nothing if your password is long and used nowhere else.',
    `With a second step nobody gets in by your password alone. Set one up in your settings: ${settingsUrl(concerned)}`,
  )
