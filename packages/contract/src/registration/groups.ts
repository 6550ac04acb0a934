import * as z from 'zod'
import { field } from '../define.ts'
import { userGroup } from '../objects/user-group.ts'

/** The user groups' part of the registration response. */
export const groupsRegistration = {
  realm_user_groups: field(
    z.array(userGroup).optional(),
    'All user groups. Deactivated ones only for clients with the capability `include_deactivated_groups`.',
  ),
}
