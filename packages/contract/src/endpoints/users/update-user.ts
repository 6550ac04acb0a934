import * as z from 'zod'
import { endpoint, inPath, json, text } from '../../define.ts'
import { profileValueChange } from '../../objects/profile-field.ts'
import { role } from '../../objects/user.ts'

/** What administrators can change of a user. */
export const userChanges = {
  full_name: text(z.string().optional(), 'A new name.'),
  role: json(
    role.optional(),
    'A new role: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. Only owners give and take the role of owner.',
    { since: 8 },
  ),
  profile_data: json(
    z.array(profileValueChange).optional(),
    'New values of custom profile fields; null or an empty value removes one.',
  ),
  new_email: text(
    z.string().optional(),
    'A new email address, in effect at once. The caller needs the permission `can_change_user_emails`: the first owner has it, others get it by `tagma grant`.',
    { since: 285 },
  ),
}

export const updateUserErrors = [
  {
    code: 'BAD_REQUEST',
    when: 'There is no such user, a value cannot be taken, the role of the only owner would be lost, a bot would get a role above its owner’s, or the caller may not change email addresses.',
  },
  {
    code: 'UNAUTHORIZED_PRINCIPAL',
    when: 'An owner is changed, or the role of owner given, by somebody who is not an owner.',
  },
] as const

export const updateUser = endpoint({
  id: 'update-user',
  method: 'PATCH',
  path: '/users/{user_id}',
  role: 'administrator',
  summary: 'Change the name, role, email address or profile of a user.',
  doc: 'Only owners change owners. A new role that is lower takes the bots of the user down with it.',
  params: { user_id: inPath(z.int().nonnegative(), 'Id of the user.'), ...userChanges },
  returns: {},
  errors: updateUserErrors,
  example: { request: { user_id: 10, full_name: 'Iris Adler', role: 300 }, response: {} },
})
