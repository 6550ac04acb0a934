import { createAccessToken as endpoint } from '@tagma/contract/endpoints/sign-in/create-access-token.ts'
import { handle } from '#call/call.ts'
import { createAccessToken } from '../create-access-token.ts'

export const createAccessTokenHandler = handle(endpoint, createAccessToken)
