import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import { mailSecurities } from './mail-security.ts'

/** A host name or an IP address. */
const HOST = /^(?:[a-z0-9_](?:[a-z0-9_.-]{0,251}[a-z0-9_])?\.?|\[?[0-9a-f:.]{2,45}\]?)$/i

const fields = {
  /** Empty for no mail server. */
  host: z
    .string()
    .trim()
    .max(253)
    .refine((host) => host === '' || HOST.test(host), 'Enter a host name, such as smtp.example.com, without a port.'),
  port: z.coerce.number('Enter a port number.').int('Enter a port number.').min(1).max(65535),
  security: z.enum(mailSecurities),
  user: z.string().trim().max(320),
  fromName: z
    .string()
    .trim()
    .max(100)
    .refine((name) => !/[\r\n]/.test(name), 'Enter a name on one line.'),
  /** Empty for the default sender. */
  fromAddress: z.union([z.literal(''), z.email('Enter a valid email address.').max(254)]),
}

/** Without `password`, or with an empty one, the stored password is kept. Null removes it. */
const Password = z.string().max(1000).nullable().optional()

export const WrittenMailServer = z.object({ ...fields, password: Password })
export type WrittenMailServer = z.infer<typeof WrittenMailServer>

export const MailServer = z.object({
  ...fields,
  host: z.string(),
  port: z.int(),
  fromAddress: z.string(),
  fromName: z.string(),
  /** The password itself is never returned. */
  password: z.object({ set: z.boolean() }),
  version: z.int(),
  /** The environment variables that set the server and the sender, which then cannot be changed here. */
  setBy: z.object({ server: z.string().nullable(), from: z.string().nullable() }),
  /** Host and port in use. Null while no mail server is configured. */
  server: z.string().nullable(),
  /** The sender in use. */
  from: z.string(),
  defaultFrom: z.string(),
  /** Where the test mail goes: the address of the viewer. */
  testAddress: z.string().nullable(),
  delivery: z.object({
    lastSentAt: z.iso.datetime().nullable(),
    lastFailure: z.object({ problem: z.string(), at: z.iso.datetime() }).nullable(),
    failed: z.int(),
    waiting: z.int(),
  }),
})
export type MailServer = z.infer<typeof MailServer>

export const MailTest = z.object({
  ok: z.boolean(),
  /** What happened, in a sentence. */
  says: z.string(),
  /** What the server answered, or the exact error. */
  answer: z.string().nullable(),
  /** What to do next. */
  advice: z.string(),
})
export type MailTest = z.infer<typeof MailTest>

export const mailServerEndpoints = {
  'GET /api/admin/mail-server': {
    access: 'admin',
    says: 'Returns the mail server without its password, and how delivery works at present.',
    reply: MailServer,
  },
  'PUT /api/admin/mail-server': {
    access: 'admin',
    says: 'Changes the mail server, at once and in all processes. An empty host removes it.',
    body: WrittenMailServer.extend({ version: z.int() }),
    reply: MailServer,
  },
  'POST /api/admin/mail-server/test': {
    access: 'admin',
    says: 'Sends a test mail to the viewer with these values, and returns the answer of the server.',
    body: WrittenMailServer,
    reply: MailTest,
    limit: 'mail',
  },
} satisfies EndpointTable
