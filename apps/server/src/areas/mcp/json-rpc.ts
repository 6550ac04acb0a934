import * as z from 'zod'
import { JsonText } from '#call/json-fields.ts'
import type { PageReply } from '#http/page.ts'

/** A request or a notification (without an id) of JSON-RPC 2.0. */
export interface RpcRequest {
  readonly id: string | number | undefined
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

/** Codes of JSON-RPC, and those that MCP adds. */
export const rpcCodes = {
  parse: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const

/** An error that JSON-RPC answers; `status` is the one of HTTP. */
export class RpcError extends Error {
  readonly code: number
  readonly status: number
  readonly data: unknown
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: number,
    message: string,
    more: {
      readonly status?: number
      readonly data?: unknown
      readonly headers?: Readonly<Record<string, string>>
    } = {},
  ) {
    super(message)
    this.code = code
    this.status = more.status ?? 200
    this.data = more.data
    this.headers = more.headers ?? {}
  }
}

const message = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
  params: z.record(z.string(), z.unknown()).optional(),
})

/** Reads one message. A client's answer to something, which this server never asks, has no method: it is undefined. */
export function readRequest(body: Buffer): RpcRequest | undefined {
  let json: unknown
  try {
    json = JSON.parse(body.toString())
  } catch {
    throw new RpcError(rpcCodes.parse, 'The body is not valid JSON.', { status: 400 })
  }
  if (Array.isArray(json))
    throw new RpcError(rpcCodes.invalidRequest, 'Send one message at a time: batches are not supported.', {
      status: 400,
    })
  const read = message.safeParse(json)
  if (!read.success)
    throw new RpcError(rpcCodes.invalidRequest, 'The body is no message of JSON-RPC 2.0.', { status: 400 })
  const { id, method, params = {} } = read.data
  return method === undefined ? undefined : { id, method, params }
}

const json = { 'content-type': 'application/json', 'cache-control': 'no-store' }

export const rpcResult = (id: RpcRequest['id'], result: object): PageReply => ({
  status: 200,
  headers: json,
  body: `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${textOf(result)}}`,
})

/** JSON of a result. The content of a tool's result stands there twice, and is made JSON once. */
function textOf(result: object): string {
  const { structuredContent, ...rest } = result as Record<string, unknown>
  return structuredContent instanceof JsonText
    ? `${JSON.stringify(rest).slice(0, -1)},"structuredContent":${structuredContent.text}}`
    : JSON.stringify(result)
}

export const rpcFailure = (
  id: RpcRequest['id'],
  { code, message: text, data, status, headers }: RpcError,
): PageReply => ({
  status,
  headers: { ...json, ...headers },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: id ?? null,
    error: { code, message: text, ...(data === undefined ? {} : { data }) },
  }),
})
