import type { Shape } from './runtime/contract/mapping.js'

/** What responses contain of a product. */
export const productDocument: Shape = {
  members: {
    added: 'value',
    condition: 'value',
    fairs: 'value',
    hidden: 'value',
    id: 'value',
    labels: 'value',
    object: 'value',
    opens: 'value',
    price: 'value',
    released: 'value',
    replaces: { key: 'id' },
    seller_id: { key: 'id' },
    size: 'value',
    stock: 'value',
    thumbnail: 'value',
    title: 'value',
    variants: 'value',
    views: 'value',
    weight: 'value',
  },
  nullable: ['released', 'replaces', 'weight'],
}

/** What responses contain of a coupon. */
export const couponDocument: Shape = {
  members: {
    code: 'value',
    percent: 'value',
    seller: { document: { members: { id: 'value', name: 'value' } } },
  },
}

/** What responses contain of a seller. */
export const sellerDocument: Shape = { members: { id: 'value', name: 'value' } }
