import * as z from 'zod'
import { endpoint, inPath, json, text } from '../../define.ts'
import { profileValueChange } from '../../objects/profile-field.ts'
import { role } from '../../objects/user.ts'
import { stepUpError } from '../sign-in/proof-parameters.ts'

/** The changes that administrators can make to a user. */
export const userChanges = {
  full_name: text(z.string().optional(), 'A new name.'),
  role: json(
    role.optional(),
    'The new role: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. Only owners give and remove the role of owner.',
    { since: 8 },
  ),
  profile_data: json(
    z.array(profileValueChange).optional(),
    'New values of custom profile fields. Null or an empty value removes a value.',
  ),
  new_email: text(
    z.string().optional(),
    'The new email address. It takes effect at once. The caller needs the permission `can_change_user_emails`. The first owner has it. `tagma grant` gives it to others.',
    { since: 285 },
  ),
}

export const updateUserErrors = [
  {
    code: 'BAD_REQUEST',
    when: 'The user does not exist, a value is not valid, the only owner would lose the role, a bot would get a role above its owner’s, or the caller may not change email addresses.',
  },
  {
    code: 'UNAUTHORIZED_PRINCIPAL',
    when: 'Only an owner may change an owner or give the role of owner.',
  },
  stepUpError('Somebody is made an owner, or gets another email address'),
] as const

export const updateUser = endpoint({
  id: 'update-user',
  method: 'PATCH',
  path: '/users/{user_id}',
  role: 'administrator',
  scope: 'organization',
  summary: 'Change the name, role, email address or profile of a user.',
  doc: 'Only owners may change owners. Bots never keep a role above their owner’s: a lower role for the user lowers theirs.',
  params: { user_id: inPath(z.int().nonnegative(), 'Id of the user.'), ...userChanges },
  returns: {},
  errors: updateUserErrors,
  example: { request: { user_id: 10, full_name: 'Iris Adler', role: 300 }, response: {} },
})
