import { getSecondFactor } from '@tagma/contract/endpoints/sign-in/get-second-factor.ts'
import { handle } from '#call/call.ts'
import { ownSecondFactor } from '../own-second-factor.ts'

export const getSecondFactorHandler = handle(getSecondFactor, ownSecondFactor)
