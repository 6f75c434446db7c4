export type Error = {
  errors?: {
    message?: string
    path?: string
  }[]
  message: string
}

export type House = {
  inside?: House
  rooms?: 3
}

export type Identified = {
  id: number
}

export type Kind = 'cat' | 'dog'

/** A pet without an identifier. */
export type NewPet = {
  born?: string
  home?: House | null
  kind?: Kind
  mail?: string
  name: string
  tag?: string | null
  weight?: number
}

export type Pet = Identified & {
  children?: Pet[]
  kind?: Kind
  name: string
}
