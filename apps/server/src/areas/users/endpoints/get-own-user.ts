import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { handle } from '#call/call.ts'
import { ownUser } from '../own-user.ts'

export const getOwnUserHandler = handle(getOwnUser, ownUser)
