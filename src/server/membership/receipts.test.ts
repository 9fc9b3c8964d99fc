import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { aCtx, aPerson } from '#test/people.ts'
import { aDatabase } from '#test/database.ts'
import type { PaymentProviderName } from '#contract/membership/membership.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { type ReceiptContent, renderReceipt } from './receipt-pdf.ts'
import { getReceiptContent, listReceipts } from './receipts.ts'
import { recordPayments } from './record-payments.ts'

const AT = new Date('2026-11-18T12:00:00Z')
const invoice = {
  status: 'paid' as const,
  amount: 1190,
  discount: 0,
  refunded: 0,
  currency: 'eur',
  description: 'Reader',
  periodStart: null,
  periodEnd: null,
  createdAt: AT,
  paidAt: AT,
}

test('a receipt keeps the seller and the tax of its time, and test receipts have numbers of their own', async () => {
  const { db } = await aDatabase()
  const person = await aPerson(db)
  const ctx = { ...aCtx(db), viewer: person }
  const planId = newId()
  const plan = { id: planId, name: 'Reader', period: 'month' as const, price: 1190, currency: 'eur', createdAt: AT }
  await db.insertInto('plan').values(plan).execute()
  const seller = { name: '', address: 'Elm Street 1', country: 'DE', taxId: 'DE1', email: '', taxPercent: 19 }
  const setTax = (taxName: string) => {
    const value = JSON.stringify({ ...seller, taxName })
    return db
      .insertInto('setting')
      .values({ key: 'membership.seller', value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute()
  }
  const pay = (provider: PaymentProviderName) =>
    inTransaction(ctx, (tx) =>
      recordPayments(tx, { provider, personId: person.id, membershipId: null, kind: 'membership', planId }, [
        { id: newId(), ...invoice },
      ]),
    )
  await setTax('VAT')
  for (const provider of ['test', 'test', 'stripe', 'stripe'] as const) await pay(provider)
  await setTax('Sales tax')
  const { items } = await listReceipts(ctx, { limit: 10 })
  expect(items.map(({ number }) => number).toSorted()).toEqual(['000001', '000002', 'TEST-000001', 'TEST-000002'])
  const [{ id } = { id: '' }] = items
  expect(await getReceiptContent(ctx, id)).toMatchObject({
    seller: { name: 'Bramble', address: 'Elm Street 1', taxName: 'VAT' },
    tax: 190,
  })
})

const party = { name: 'Bramble', address: '', country: 'DE', taxId: '', email: '' }
const content: ReceiptContent = {
  siteName: 'Bramble',
  number: '000001',
  paidAt: AT,
  description: 'Reader',
  periodStart: null,
  periodEnd: null,
  amount: 1190,
  discount: 0,
  tax: 190,
  refunded: 0,
  refundedAt: null,
  currency: 'eur',
  seller: { ...party, taxName: 'VAT' },
  buyer: { ...party, name: 'Ада Лавлейс' },
  isTest: false,
}

/** What the streams of a document contain, unpacked. */
async function streamsOf(receipt: ReceiptContent) {
  const pdf = (await renderReceipt(receipt)).toString('latin1')
  return [...pdf.matchAll(/\/FlateDecode[^]*?stream\r?\n([^]*?)\r?\nendstream/g)].map(([, packed = '']) =>
    inflateSync(Buffer.from(packed, 'latin1')),
  )
}

test('a receipt loses no name, also of a script that it cannot print', async () => {
  const buyer = { ...party, name: '王伟 สมชาย', address: '上海市 1' }
  const streams = await streamsOf({ ...content, buyer })
  const attached = streams.map((stream) => stream.toString()).find((text) => text.includes('Receipt 000001\n'))
  expect(attached).toContain('To\n王伟 สมชาย\n上海市 1\n')
  expect(streams.some((stream) => stream.includes(Buffer.from('王伟', 'utf16le').swap16()))).toBe(true)
  const plain = (await streamsOf(content)).map((stream) => stream.toString())
  expect(plain.some((text) => text.includes('Receipt 000001\n'))).toBe(false)
})
