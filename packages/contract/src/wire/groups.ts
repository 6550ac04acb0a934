// Made by `npm run golden` from the endpoints; do not edit.

import type { endpoints } from '../endpoints.ts'
import type { WireEntry } from '../wire-entry.ts'
import { inPath, json, text } from '../wire-parameters.ts'

/** How an endpoint is called, by operation id in camel case. Small enough for a browser: it holds no schema. */
type Entry<K extends keyof typeof endpoints> = WireEntry<(typeof endpoints)[K]>

export const createUserGroup: Entry<'createUserGroup'> = { method: 'POST', path: '/user_groups/create', params: { name: text, description: text, members: json, subgroups: json, can_add_members_group: json, can_join_group: json, can_leave_group: json, can_manage_group: json, can_mention_group: json, can_remove_members_group: json } }
export const deactivateUserGroup: Entry<'deactivateUserGroup'> = { method: 'POST', path: '/user_groups/{user_group_id}/deactivate', params: { user_group_id: inPath } }
export const getIsUserGroupMember: Entry<'getIsUserGroupMember'> = { method: 'GET', path: '/user_groups/{user_group_id}/members/{user_id}', params: { user_group_id: inPath, user_id: inPath, direct_member_only: json } }
export const getUserGroupMembers: Entry<'getUserGroupMembers'> = { method: 'GET', path: '/user_groups/{user_group_id}/members', params: { user_group_id: inPath, direct_member_only: json } }
export const getUserGroupSubgroups: Entry<'getUserGroupSubgroups'> = { method: 'GET', path: '/user_groups/{user_group_id}/subgroups', params: { user_group_id: inPath, direct_subgroup_only: json } }
export const getUserGroups: Entry<'getUserGroups'> = { method: 'GET', path: '/user_groups', params: { include_deactivated_groups: json } }
export const updateUserGroupMembers: Entry<'updateUserGroupMembers'> = { method: 'POST', path: '/user_groups/{user_group_id}/members', params: { user_group_id: inPath, add: json, delete: json, add_subgroups: json, delete_subgroups: json } }
export const updateUserGroupSubgroups: Entry<'updateUserGroupSubgroups'> = { method: 'POST', path: '/user_groups/{user_group_id}/subgroups', params: { user_group_id: inPath, add: json, delete: json } }
export const updateUserGroup: Entry<'updateUserGroup'> = { method: 'PATCH', path: '/user_groups/{user_group_id}', params: { user_group_id: inPath, name: text, description: text, deactivated: json, can_add_members_group: json, can_join_group: json, can_leave_group: json, can_manage_group: json, can_mention_group: json, can_remove_members_group: json } }
