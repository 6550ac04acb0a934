import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { updateUserGroupMembers } from '@tagma/contract/endpoints/groups/update-user-group-members.ts'
import { updateUserGroup } from '@tagma/contract/endpoints/groups/update-user-group.ts'
import { createInviteLink } from '@tagma/contract/endpoints/invites/create-invite-link.ts'
import { getInvites } from '@tagma/contract/endpoints/invites/get-invites.ts'
import { deactivateUser } from '@tagma/contract/endpoints/users/deactivate-user.ts'
import { reactivateUser } from '@tagma/contract/endpoints/users/reactivate-user.ts'
import { updateUser } from '@tagma/contract/endpoints/users/update-user.ts'
import { roles } from '@tagma/contract/roles.ts'
import { groupReason, mayJoin, mayLeave, newGroupReason } from '#state/group-rights.ts'
import { mayInviteByLink } from '#state/invite-rights.ts'
import { deactivationReason, manageReason, roleReason } from '#state/manage-rights.ts'
import { administrators, letters, members, personIn, type Row } from './row.ts'

// Rows of the pages of people and groups.

export const peopleRows: readonly Row[] = [
  {
    page: 'user/manage',
    deed: 'name a member',
    who: administrators,
    decides: (state, given) => manageReason(state, personIn(state, given.world.people.otto.id)),
    asks: ({ call, name, given }) =>
      call(updateUser, {
        user_id: given.world.people.otto.id,
        full_name: `Otto ${name.replaceAll('-', ' ')}`,
      }),
  },
  {
    page: 'user/manage',
    deed: 'name an owner',
    who: 'owner',
    decides: (state, given) => manageReason(state, personIn(state, given.world.people.olive.id)),
    asks: ({ call, name, given }) =>
      call(updateUser, {
        user_id: given.world.people.olive.id,
        full_name: `Olive ${name.replaceAll('-', ' ')}`,
      }),
  },
  {
    page: 'user/manage',
    deed: 'make a moderator',
    who: administrators,
    decides: (state, given) =>
      roleReason(state, personIn(state, given.world.people.otto.id), roles.moderator),
    asks: async ({ call, given }) => {
      const { otto } = given.world.people
      await call(updateUser, { user_id: otto.id, role: roles.moderator })
      await call(updateUser, { user_id: otto.id, role: roles.member })
    },
  },
  {
    page: 'user/manage',
    deed: 'make an owner',
    who: 'owner',
    decides: (state, given) => roleReason(state, personIn(state, given.world.people.otto.id), roles.owner),
    asks: async ({ call, given }) => {
      const { otto } = given.world.people
      await call(updateUser, { user_id: otto.id, role: roles.owner })
      await call(updateUser, { user_id: otto.id, role: roles.member })
    },
  },
  {
    page: 'user/manage',
    deed: 'deactivate a member',
    who: administrators,
    decides: (state, given) => deactivationReason(state, personIn(state, given.world.people.otto.id)),
    asks: async ({ call, given }) => {
      await call(deactivateUser, { user_id: given.world.people.otto.id })
      await call(reactivateUser, { user_id: given.world.people.otto.id })
    },
  },
  {
    page: 'user/manage',
    deed: 'deactivate the only owner',
    who: '',
    decides: (state, given) => deactivationReason(state, personIn(state, given.world.people.olive.id)),
    asks: ({ call, given }) => call(deactivateUser, { user_id: given.world.people.olive.id }),
  },
  {
    page: 'users/invitations',
    deed: 'list',
    who: members,
    decides: (state) => state.is_guest !== true,
    asks: ({ call }) => call(getInvites, {}),
  },
  {
    page: 'invite',
    deed: 'by link',
    who: administrators,
    decides: mayInviteByLink,
    asks: ({ call }) => call(createInviteLink, { include_realm_default_subscriptions: true }),
  },
  {
    page: 'groups/new',
    deed: 'create',
    who: members,
    decides: newGroupReason,
    asks: ({ call, name }) => call(createUserGroup, { name, description: '', members: [] }),
  },
  {
    page: 'group/general',
    deed: 'describe',
    who: 'owner',
    decides: (state, given) => groupReason(state, letters(state, given), 'manage'),
    asks: ({ call, name, given }) =>
      call(updateUserGroup, { user_group_id: given.groupId, description: name }),
  },
  {
    page: 'group/members',
    deed: 'add somebody',
    who: 'owner',
    decides: (state, given) => groupReason(state, letters(state, given), 'add'),
    asks: ({ call, given }) =>
      call(updateUserGroupMembers, { user_group_id: given.groupId, add: [given.world.people.otto.id] }).then(
        () =>
          call(updateUserGroupMembers, {
            user_group_id: given.groupId,
            delete: [given.world.people.otto.id],
          }),
      ),
  },
  {
    page: 'group/members',
    deed: 'join',
    who: 'owner',
    decides: (state, given) => mayJoin(state, letters(state, given)),
    asks: async ({ call, state, given }) => {
      await call(updateUserGroupMembers, { user_group_id: given.groupId, add: [state.user_id!] })
      await call(updateUserGroupMembers, { user_group_id: given.groupId, delete: [state.user_id!] })
    },
  },
]

export const inGroup: Row = {
  page: 'group/members',
  deed: 'leave',
  who: members,
  decides: (state, given) => mayLeave(state, letters(state, given)),
  asks: async ({ call, state, given }) => {
    const { olive } = given.world.people
    const ids = { user_group_id: given.groupId, add: [state.user_id!] }
    if (!letters(state, given).members.includes(state.user_id!)) await olive.call(updateUserGroupMembers, ids)
    await call(updateUserGroupMembers, { user_group_id: given.groupId, delete: [state.user_id!] })
  },
}
