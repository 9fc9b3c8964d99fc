import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/errors.ts'
import { ListQuery, MetadataChange } from '#contract/firebase/storage.ts'
import { hashOf } from '#server/identity/secrets.ts'
import { rateLimitAddress } from '#server/platform/api-routes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import type { Address } from './address.ts'
import { askerOf } from '#server/storage/caller.ts'
import { drain, jsonOf } from './body.ts'
import { download } from './download.ts'
import { listObjects } from '#server/storage/list.ts'
import { type ObjectRow, changeObject, findObject, removeObject } from '#server/storage/objects.ts'
import { presentObject } from './present.ts'
import { check } from '#server/storage/rules.ts'

export type Call = { ctx: Ctx; request: FastifyRequest; reply: FastifyReply; address: Address; prefix: string }

/** An object's bytes with `alt=media`, otherwise what is known about it; without a name, the list. */
export async function read(call: Call) {
  const { ctx, request, reply, address } = call
  await ctx.limits.take('read', rateLimitAddress(request.ip))
  if (address.name === null) return list(call)
  const object = await readable(ctx, { bucket: address.bucket, name: address.name }, address.query.get('token'))
  if (address.query.get('alt') === 'media') return download(ctx, object, request, reply)
  return presentObject(object)
}

/** Who may not read it is not told whether it is there. */
async function readable(ctx: Ctx, place: { bucket: string; name: string }, token: string | null): Promise<ObjectRow> {
  const object = await findObject(ctx.db, place)
  if (object && token && hashOf(token).equals(hashOf(object.downloadToken))) return object
  check(await askerOf(ctx), 'read', place.name)
  if (!object) throw new Refusal('object-not-found')
  return object
}

async function list({ ctx, address }: Call) {
  const query = ListQuery.parse(Object.fromEntries(address.query))
  check(await askerOf(ctx), 'read', query.prefix)
  return listObjects(ctx.db, address.bucket, query)
}

export async function change({ ctx, request, address }: Call) {
  try {
    const name = nameIn(address)
    const asker = await askerOf(ctx)
    check(asker, 'write', name)
    await ctx.limits.take('upload', asker?.viewer?.id ?? rateLimitAddress(request.ip))
    const wanted = MetadataChange.parse(await jsonOf(request))
    const place = { bucket: address.bucket, name }
    return presentObject(await inTransaction(ctx, (tx) => changeObject(tx, place, wanted)))
  } finally {
    drain(request)
  }
}

export async function remove({ ctx, request, reply, address }: Call) {
  const name = nameIn(address)
  const asker = await askerOf(ctx)
  check(asker, 'delete', name)
  await ctx.limits.take('upload', asker?.viewer?.id ?? rateLimitAddress(request.ip))
  await inTransaction(ctx, (tx) => removeObject(tx, address.bucket, name))
  return reply.status(204).send()
}

function nameIn({ name }: Address): string {
  if (name === null) throw new Refusal('invalid-argument')
  return name
}
