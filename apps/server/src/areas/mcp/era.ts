import * as z from 'zod'
import { RpcError, rpcCodes, type RpcRequest } from './json-rpc.ts'

// Two forms of the protocol. Since 2026-07-28 each request stands alone and says in `_meta` which revision it speaks.
// Before, a client opens with `initialize`; this server keeps no session for it, so each request stands alone too.

/** Revisions without sessions; the newest comes first. */
export const standaloneVersions = ['2026-07-28'] as const
/** Revisions that open with `initialize`; the newest comes first. */
const openedVersions = ['2025-11-25', '2025-06-18', '2025-03-26'] as const

/** Facts about a client, as its request states them. */
export interface Era {
  /** True for revisions in which each request stands alone. */
  readonly isStandalone: boolean
  readonly clientName: string
  /** True if the client can ask its person a question. */
  readonly canAsk: boolean
}

const prefix = 'io.modelcontextprotocol/'

const envelope = z.object({
  [`${prefix}protocolVersion`]: z.string(),
  [`${prefix}clientCapabilities`]: z.record(z.string(), z.unknown()),
  [`${prefix}clientInfo`]: z.object({ name: z.string() }).optional().catch(undefined),
})

/** Finds out which form a request has. Throws an RpcError where it contradicts itself. */
export function eraOf(
  { method, params }: RpcRequest,
  header: (name: string) => string | undefined,
  userAgent: string,
): Era {
  const meta = params._meta as Readonly<Record<string, unknown>> | undefined
  const claimed = meta?.[`${prefix}protocolVersion`]
  const version = header('mcp-protocol-version')
  const isModernHeader = (standaloneVersions as readonly (string | undefined)[]).includes(version)
  if (claimed === undefined && !isModernHeader) {
    if (version !== undefined && !(openedVersions as readonly string[]).includes(version))
      throw unsupported(version)
    return { isStandalone: false, clientName: userAgent, canAsk: false }
  }
  const read = envelope.safeParse(meta)
  if (!read.success)
    throw new RpcError(
      rpcCodes.invalidParams,
      `_meta needs ${prefix}protocolVersion and ${prefix}clientCapabilities.`,
      { status: 400 },
    )
  const said = read.data as Readonly<Record<string, unknown>>
  const stated = said[`${prefix}protocolVersion`] as string
  if (!(standaloneVersions as readonly string[]).includes(stated)) throw unsupported(stated)
  requireSame('MCP-Protocol-Version', version, stated)
  requireSame('Mcp-Method', header('mcp-method'), method)
  const name = params.name ?? params.uri
  if (['tools/call', 'prompts/get', 'resources/read'].includes(method) && typeof name === 'string')
    requireSame('Mcp-Name', plainHeader(header('mcp-name')), name)
  const info = said[`${prefix}clientInfo`] as { readonly name: string } | undefined
  const capabilities = said[`${prefix}clientCapabilities`] as Readonly<Record<string, unknown>>
  return {
    isStandalone: true,
    clientName: info?.name ?? userAgent,
    canAsk: capabilities.elicitation !== undefined,
  }
}

/** The revision to speak with a client that opens with `initialize`. */
export const openedVersion = (wanted: unknown): string =>
  openedVersions.find((version) => version === wanted) ?? openedVersions[0]

const unsupported = (version: string) =>
  new RpcError(rpcCodes.unsupportedVersion, `This server does not speak the revision ${version}.`, {
    status: 400,
    data: { requested: version, supported: [...standaloneVersions] },
  })

function requireSame(name: string, header: string | undefined, said: string): void {
  if (header === said) return
  throw new RpcError(
    rpcCodes.headerMismatch,
    `The header ${name} is ${header === undefined ? 'missing' : 'another'}: the body says ${said}.`,
    { status: 400 },
  )
}

/** The value of a header; one that is no plain text comes as `=?base64?…?=`. */
function plainHeader(value: string | undefined): string | undefined {
  const coded = /^=\?base64\?([A-Za-z0-9+/=]*)\?=$/.exec(value ?? '')?.[1]
  return coded === undefined ? value : Buffer.from(coded, 'base64').toString()
}
