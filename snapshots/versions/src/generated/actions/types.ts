export type Account = {
  id?: string
  name: string
}

export type Money = {
  amount: number
  currency: 'EUR' | 'USD'
}

export type Payment = {
  amount: number
}
