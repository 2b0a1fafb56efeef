# Generated from openapi.json and asyncapi.json by `npm run docs`

from typing import Any, Dict, List, Literal, TypedDict, Union

# Members named float would hide the type in a class
Number = float

# Marketplace as in the API description
Marketplace = TypedDict(
    "Marketplace",
    {
        "marketplace": "str",
        "games": "List[MarketplaceGame]",
    },
)

# MarketplaceGame as in the API description
MarketplaceGame = TypedDict(
    "MarketplaceGame",
    {
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "itemCount": "int",
        "offerCount": "int",
        "salesCount": "int",
        "priceHistoryDays": "int",
    },
)

# Item as in the API description
Item = TypedDict(
    "Item",
    {
        "name": "str",
        "marketplace": "str",
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "priceUSD": "Union[Number, None]",
        "priceEUR": "Union[Number, None]",
        "priceCNY": "Union[Number, None]",
        "priceRUB": "Union[Number, None]",
        "offerCount": "int",
        "condition": "Literal['Factory New', 'Minimal Wear', 'Field-Tested', 'Well-Worn', 'Battle-Scarred', None]",
        "thumbnail": "Union[str, None]",
        "updatedAt": "int",
        "offers": "List[Offer]",
        "buyOrders": "List[BuyOrder]",
    },
)

# Offer as in the API description
Offer = TypedDict(
    "Offer",
    {
        "purchaseLink": "Union[str, None]",
        "inspectLink": "Union[str, None]",
        "priceUSD": "Union[Number, None]",
        "priceEUR": "Union[Number, None]",
        "priceCNY": "Union[Number, None]",
        "priceRUB": "Union[Number, None]",
        "float": "Union[Number, None]",
        "paintIndex": "Union[int, None]",
        "paintSeed": "Union[int, None]",
        "daysTradeLocked": "Union[int, None]",
        "foundAt": "int",
        "updatedAt": "int",
        "stickers": "Union[List[Sticker], None]",
        "ownerId": "Union[str, None]",
    },
)

# Sticker as in the API description
Sticker = TypedDict(
    "Sticker",
    {
        "name": "str",
        "wear": "Number",
        "slot": "int",
    },
)

# BuyOrder as in the API description
BuyOrder = TypedDict(
    "BuyOrder",
    {
        "orderId": "Union[str, None]",
        "quantity": "Union[int, None]",
        "priceUSD": "Union[Number, None]",
        "priceEUR": "Union[Number, None]",
        "priceCNY": "Union[Number, None]",
        "priceRUB": "Union[Number, None]",
        "itemPhase": "Literal['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald', None]",
        "updatedAt": "int",
    },
)

# Comparison as in the API description
Comparison = TypedDict(
    "Comparison",
    {
        "name": "str",
        "marketplaces": "List[ComparedMarketplace]",
    },
)

# ComparedMarketplace as in the API description
ComparedMarketplace = TypedDict(
    "ComparedMarketplace",
    {
        "marketplace": "str",
        "priceUSD": "Union[Number, None]",
        "priceEUR": "Union[Number, None]",
        "priceCNY": "Union[Number, None]",
        "priceRUB": "Union[Number, None]",
        "offerCount": "int",
        "updatedAt": "int",
    },
)

# SearchRow as in the API description
SearchRow = TypedDict(
    "SearchRow",
    {
        "name": "str",
        "marketplace": "str",
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "priceUSD": "Union[Number, None]",
        "offerCount": "int",
        "thumbnail": "Union[str, None]",
        "updatedAt": "int",
    },
)

# SearchItem as in the API description
SearchItem = TypedDict(
    "SearchItem",
    {
        "name": "str",
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "thumbnail": "Union[str, None]",
        "isNear": "bool",
        "marketplaces": "List[ComparedMarketplace]",
    },
)

# Sales as in the API description
Sales = TypedDict(
    "Sales",
    {
        "name": "str",
        "marketplace": "str",
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "sales": "List[Sale]",
    },
)

# Sale as in the API description
Sale = TypedDict(
    "Sale",
    {
        "timestamp": "int",
        "priceUSD": "Union[Number, None]",
        "priceEUR": "Union[Number, None]",
        "priceCNY": "Union[Number, None]",
        "priceRUB": "Union[Number, None]",
        "float": "Union[Number, None]",
        "paintIndex": "Union[int, None]",
        "paintSeed": "Union[int, None]",
        "stickers": "Union[List[Sticker], None]",
        "rarity": "Union[str, None]",
        "hero": "Union[str, None]",
    },
)

# PriceHistory as in the API description
PriceHistory = TypedDict(
    "PriceHistory",
    {
        "name": "str",
        "marketplace": "str",
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "history": "List[PricePoint]",
    },
)

# PricePoint as in the API description
PricePoint = TypedDict(
    "PricePoint",
    {
        "timestamp": "int",
        "priceUSD": "Union[Number, None]",
        "priceEUR": "Union[Number, None]",
        "priceCNY": "Union[Number, None]",
        "priceRUB": "Union[Number, None]",
    },
)

# BuyOrderRow as in the API description
BuyOrderRow = TypedDict(
    "BuyOrderRow",
    {
        "name": "str",
        "marketplace": "str",
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "orderId": "Union[str, None]",
        "quantity": "Union[int, None]",
        "priceUSD": "Union[Number, None]",
        "priceEUR": "Union[Number, None]",
        "priceCNY": "Union[Number, None]",
        "priceRUB": "Union[Number, None]",
        "itemPhase": "Literal['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald', None]",
        "updatedAt": "int",
    },
)

# Native as in the API description
Native = TypedDict(
    "Native",
    {
        "amount": "Number",
        "currency": "Literal['USD', 'EUR', 'CNY', 'RUB', 'AED', 'AMD', 'AUD', 'AZN', 'BDT', 'BHD', 'BOB', 'BRL', 'BYN', 'CAD', 'CHF', 'CUP', 'CZK', 'DKK', 'DZD', 'EGP', 'ETB', 'GBP', 'GEL', 'HKD', 'HUF', 'IDR', 'ILS', 'INR', 'IRR', 'ISK', 'JPY', 'KGS', 'KRW', 'KZT', 'MDL', 'MMK', 'MNT', 'MXN', 'MYR', 'NGN', 'NOK', 'NZD', 'OMR', 'PHP', 'PLN', 'QAR', 'RON', 'RSD', 'SAR', 'SEK', 'SGD', 'THB', 'TJS', 'TMT', 'TRY', 'UAH', 'UZS', 'VND', 'ZAR', 'KEY', 'REF']",
        "metal": "Union[Number, None]",
    },
)

# FullItem as in the API description
FullItem = TypedDict(
    "FullItem",
    {
        "name": "str",
        "marketplace": "str",
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "priceUSD": "Union[Number, None]",
        "priceEUR": "Union[Number, None]",
        "priceCNY": "Union[Number, None]",
        "priceRUB": "Union[Number, None]",
        "offerCount": "int",
        "condition": "Literal['Factory New', 'Minimal Wear', 'Field-Tested', 'Well-Worn', 'Battle-Scarred', None]",
        "thumbnail": "Union[str, None]",
        "updatedAt": "int",
        "offers": "List[FullOffer]",
        "buyOrders": "List[FullBuyOrder]",
        "id": "Union[str, None]",
        "phase": "Literal['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald', None]",
        "unusualEffect": "Union[str, None]",
        "native": "Union[Native, None]",
        "rate": "Union[Number, None]",
        "seenAt": "Union[int, None]",
        "stale": "bool",
        "flags": "List[Literal['afterGap', 'converted', 'inferred', 'outlier', 'partialRead', 'rateOld', 'stale', 'thin', 'variantUnknown']]",
        "link": "Union[str, None]",
        "tradable": "Union[Native, None]",
        "nameZH": "Union[str, None]",
        "nameRU": "Union[str, None]",
        "kind": "Literal['pistol', 'smg', 'rifle', 'sniperRifle', 'shotgun', 'machineGun', 'equipment', 'knife', 'gloves', 'agent', 'sticker', 'slab', 'patch', 'charm', 'highlight', 'graffiti', 'musicKit', 'container', 'key', 'pass', 'tool', 'collectible', 'wearable', 'bundle', 'courier', 'ward', 'announcer', 'hud', 'loadingScreen', 'cursor', 'terrain', 'taunt', 'emoticon', 'gem', 'treasure', 'ticket', 'pennant', 'playerCard', 'weapon', 'cosmetic', 'warPaint', 'strangePart', 'strangifier', 'unusualifier', 'killstreakKit', 'paint', 'metal', 'action', 'clothing', 'armor', 'deployable', 'skin', 'other']",
        "rarity": "Union[str, None]",
        "hero": "Union[str, None]",
        "itemType": "Union[str, None]",
        "slot": "Union[str, None]",
        "collections": "Union[List[str], None]",
        "classes": "Union[List[str], None]",
        "minFloat": "Union[Number, None]",
        "maxFloat": "Union[Number, None]",
        "liquidity": "Union[int, None]",
    },
)

# FullOffer as in the API description
FullOffer = TypedDict(
    "FullOffer",
    {
        "purchaseLink": "Union[str, None]",
        "inspectLink": "Union[str, None]",
        "priceUSD": "Union[Number, None]",
        "priceEUR": "Union[Number, None]",
        "priceCNY": "Union[Number, None]",
        "priceRUB": "Union[Number, None]",
        "float": "Union[Number, None]",
        "paintIndex": "Union[int, None]",
        "paintSeed": "Union[int, None]",
        "daysTradeLocked": "Union[int, None]",
        "foundAt": "int",
        "updatedAt": "int",
        "stickers": "Union[List[Sticker], None]",
        "ownerId": "Union[str, None]",
        "id": "Union[str, None]",
        "phase": "Literal['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald', None]",
        "unusualEffect": "Union[str, None]",
        "native": "Union[Native, None]",
        "rate": "Union[Number, None]",
        "seenAt": "Union[int, None]",
        "stale": "bool",
        "flags": "List[Literal['afterGap', 'converted', 'inferred', 'outlier', 'partialRead', 'rateOld', 'stale', 'thin', 'variantUnknown']]",
        "quality": "Union[str, None]",
        "elevatedQuality": "Union[str, None]",
        "craftNumber": "Union[int, None]",
        "crateSeries": "Union[int, None]",
        "charms": "Union[List[Dict[str, Any]], None]",
        "nameTag": "Union[str, None]",
        "statTrakCount": "Union[int, None]",
        "patches": "Union[List[Sticker], None]",
        "fade": "Union[Number, None]",
    },
)

# FullBuyOrder as in the API description
FullBuyOrder = TypedDict(
    "FullBuyOrder",
    {
        "orderId": "Union[str, None]",
        "quantity": "Union[int, None]",
        "priceUSD": "Union[Number, None]",
        "priceEUR": "Union[Number, None]",
        "priceCNY": "Union[Number, None]",
        "priceRUB": "Union[Number, None]",
        "itemPhase": "Literal['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald', None]",
        "updatedAt": "int",
        "id": "Union[str, None]",
        "phase": "Literal['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald', None]",
        "unusualEffect": "Union[str, None]",
        "native": "Union[Native, None]",
        "rate": "Union[Number, None]",
        "seenAt": "Union[int, None]",
        "stale": "bool",
        "flags": "List[Literal['afterGap', 'converted', 'inferred', 'outlier', 'partialRead', 'rateOld', 'stale', 'thin', 'variantUnknown']]",
    },
)

# FullComparison as in the API description
FullComparison = TypedDict(
    "FullComparison",
    {
        "name": "str",
        "marketplaces": "List[FullComparedMarketplace]",
        "nameZH": "Union[str, None]",
        "nameRU": "Union[str, None]",
        "kind": "Literal['pistol', 'smg', 'rifle', 'sniperRifle', 'shotgun', 'machineGun', 'equipment', 'knife', 'gloves', 'agent', 'sticker', 'slab', 'patch', 'charm', 'highlight', 'graffiti', 'musicKit', 'container', 'key', 'pass', 'tool', 'collectible', 'wearable', 'bundle', 'courier', 'ward', 'announcer', 'hud', 'loadingScreen', 'cursor', 'terrain', 'taunt', 'emoticon', 'gem', 'treasure', 'ticket', 'pennant', 'playerCard', 'weapon', 'cosmetic', 'warPaint', 'strangePart', 'strangifier', 'unusualifier', 'killstreakKit', 'paint', 'metal', 'action', 'clothing', 'armor', 'deployable', 'skin', 'other']",
        "rarity": "Union[str, None]",
        "hero": "Union[str, None]",
        "itemType": "Union[str, None]",
        "slot": "Union[str, None]",
        "collections": "Union[List[str], None]",
        "classes": "Union[List[str], None]",
        "minFloat": "Union[Number, None]",
        "maxFloat": "Union[Number, None]",
        "liquidity": "Union[int, None]",
    },
)

# FullComparedMarketplace as in the API description
FullComparedMarketplace = TypedDict(
    "FullComparedMarketplace",
    {
        "marketplace": "str",
        "priceUSD": "Union[Number, None]",
        "priceEUR": "Union[Number, None]",
        "priceCNY": "Union[Number, None]",
        "priceRUB": "Union[Number, None]",
        "offerCount": "int",
        "updatedAt": "int",
        "id": "Union[str, None]",
        "phase": "Literal['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald', None]",
        "unusualEffect": "Union[str, None]",
        "native": "Union[Native, None]",
        "rate": "Union[Number, None]",
        "seenAt": "Union[int, None]",
        "stale": "bool",
        "flags": "List[Literal['afterGap', 'converted', 'inferred', 'outlier', 'partialRead', 'rateOld', 'stale', 'thin', 'variantUnknown']]",
        "link": "Union[str, None]",
        "tradable": "Union[Native, None]",
    },
)

# FullSearchRow as in the API description
FullSearchRow = TypedDict(
    "FullSearchRow",
    {
        "name": "str",
        "marketplace": "str",
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "priceUSD": "Union[Number, None]",
        "offerCount": "int",
        "thumbnail": "Union[str, None]",
        "updatedAt": "int",
        "isNear": "bool",
        "id": "Union[str, None]",
        "phase": "Literal['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald', None]",
        "unusualEffect": "Union[str, None]",
        "native": "Union[Native, None]",
        "rate": "Union[Number, None]",
        "seenAt": "Union[int, None]",
        "stale": "bool",
        "flags": "List[Literal['afterGap', 'converted', 'inferred', 'outlier', 'partialRead', 'rateOld', 'stale', 'thin', 'variantUnknown']]",
        "link": "Union[str, None]",
        "tradable": "Union[Native, None]",
        "nameZH": "Union[str, None]",
        "nameRU": "Union[str, None]",
        "kind": "Literal['pistol', 'smg', 'rifle', 'sniperRifle', 'shotgun', 'machineGun', 'equipment', 'knife', 'gloves', 'agent', 'sticker', 'slab', 'patch', 'charm', 'highlight', 'graffiti', 'musicKit', 'container', 'key', 'pass', 'tool', 'collectible', 'wearable', 'bundle', 'courier', 'ward', 'announcer', 'hud', 'loadingScreen', 'cursor', 'terrain', 'taunt', 'emoticon', 'gem', 'treasure', 'ticket', 'pennant', 'playerCard', 'weapon', 'cosmetic', 'warPaint', 'strangePart', 'strangifier', 'unusualifier', 'killstreakKit', 'paint', 'metal', 'action', 'clothing', 'armor', 'deployable', 'skin', 'other']",
        "rarity": "Union[str, None]",
        "hero": "Union[str, None]",
        "itemType": "Union[str, None]",
        "slot": "Union[str, None]",
        "collections": "Union[List[str], None]",
        "classes": "Union[List[str], None]",
        "minFloat": "Union[Number, None]",
        "maxFloat": "Union[Number, None]",
    },
)

# FullSales as in the API description
FullSales = TypedDict(
    "FullSales",
    {
        "name": "str",
        "marketplace": "str",
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "sales": "List[FullSale]",
    },
)

# FullSale as in the API description
FullSale = TypedDict(
    "FullSale",
    {
        "timestamp": "int",
        "priceUSD": "Union[Number, None]",
        "priceEUR": "Union[Number, None]",
        "priceCNY": "Union[Number, None]",
        "priceRUB": "Union[Number, None]",
        "float": "Union[Number, None]",
        "paintIndex": "Union[int, None]",
        "paintSeed": "Union[int, None]",
        "stickers": "Union[List[Sticker], None]",
        "rarity": "Union[str, None]",
        "hero": "Union[str, None]",
        "id": "Union[str, None]",
        "phase": "Literal['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald', None]",
        "unusualEffect": "Union[str, None]",
        "native": "Union[Native, None]",
        "rate": "Union[Number, None]",
        "seenAt": "Union[int, None]",
        "stale": "bool",
        "flags": "List[Literal['afterGap', 'converted', 'inferred', 'outlier', 'partialRead', 'rateOld', 'stale', 'thin', 'variantUnknown']]",
        "charms": "Union[List[Dict[str, Any]], None]",
        "nameTag": "Union[str, None]",
        "statTrakCount": "Union[int, None]",
        "patches": "Union[List[Sticker], None]",
        "fade": "Union[Number, None]",
    },
)

# FullBuyOrderRow as in the API description
FullBuyOrderRow = TypedDict(
    "FullBuyOrderRow",
    {
        "name": "str",
        "marketplace": "str",
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "orderId": "Union[str, None]",
        "quantity": "Union[int, None]",
        "priceUSD": "Union[Number, None]",
        "priceEUR": "Union[Number, None]",
        "priceCNY": "Union[Number, None]",
        "priceRUB": "Union[Number, None]",
        "itemPhase": "Literal['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald', None]",
        "updatedAt": "int",
        "id": "Union[str, None]",
        "phase": "Literal['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald', None]",
        "unusualEffect": "Union[str, None]",
        "native": "Union[Native, None]",
        "rate": "Union[Number, None]",
        "seenAt": "Union[int, None]",
        "stale": "bool",
        "flags": "List[Literal['afterGap', 'converted', 'inferred', 'outlier', 'partialRead', 'rateOld', 'stale', 'thin', 'variantUnknown']]",
    },
)

# Rate as in the API description
Rate = TypedDict(
    "Rate",
    {
        "currency": "Literal['EUR', 'CNY', 'RUB', 'AED', 'AMD', 'AUD', 'AZN', 'BDT', 'BHD', 'BOB', 'BRL', 'BYN', 'CAD', 'CHF', 'CUP', 'CZK', 'DKK', 'DZD', 'EGP', 'ETB', 'GBP', 'GEL', 'HKD', 'HUF', 'IDR', 'ILS', 'INR', 'IRR', 'ISK', 'JPY', 'KGS', 'KRW', 'KZT', 'MDL', 'MMK', 'MNT', 'MXN', 'MYR', 'NGN', 'NOK', 'NZD', 'OMR', 'PHP', 'PLN', 'QAR', 'RON', 'RSD', 'SAR', 'SEK', 'SGD', 'THB', 'TJS', 'TMT', 'TRY', 'UAH', 'UZS', 'VND', 'ZAR', 'KEY', 'REF']",
        "perUSD": "Union[Number, None]",
        "ratedAt": "Union[int, None]",
        "source": "Union[str, None]",
    },
)

# MarketplaceTerms as in the API description
MarketplaceTerms = TypedDict(
    "MarketplaceTerms",
    {
        "marketplace": "str",
        "payout": "Union[Payout, None]",
        "fees": "List[Fee]",
        "payIn": "List[Charge]",
        "payOut": "List[Charge]",
        "itemHolds": "List[Hold]",
        "moneyHolds": "List[Hold]",
        "maxPrices": "List[MaxPrice]",
        "access": "Union[Access, None]",
        "cancellations": "List[CancellationRule]",
    },
)

# Payout as in the API description
Payout = TypedDict(
    "Payout",
    {
        "kind": "Literal['money', 'steamBalance', 'siteBalance', 'items', 'coins']",
        "note": "Union[str, None]",
        "asOf": "Union[str, None]",
        "source": "str",
        "evidence": "Literal['documented', 'agreed', 'single', 'set']",
    },
)

# Fee as in the API description
Fee = TypedDict(
    "Fee",
    {
        "side": "Literal['buyer', 'seller']",
        "percent": "Number",
        "fixed": "Union[Dict[str, Any], None]",
        "min": "Union[Dict[str, Any], None]",
        "from": "Union[Dict[str, Any], None]",
        "method": "Union[str, None]",
        "note": "Union[str, None]",
        "asOf": "Union[str, None]",
        "source": "str",
        "evidence": "Literal['documented', 'agreed', 'single', 'set']",
    },
)

# Charge as in the API description
Charge = TypedDict(
    "Charge",
    {
        "percent": "Number",
        "fixed": "Union[Dict[str, Any], None]",
        "min": "Union[Dict[str, Any], None]",
        "minSum": "Union[Dict[str, Any], None]",
        "maxSum": "Union[Dict[str, Any], None]",
        "method": "Union[str, None]",
        "note": "Union[str, None]",
        "asOf": "Union[str, None]",
        "source": "str",
        "evidence": "Literal['documented', 'agreed', 'single', 'set']",
    },
)

# Hold as in the API description
Hold = TypedDict(
    "Hold",
    {
        "days": "Number",
        "games": "List[Literal['CS2', 'Dota2', 'Rust', 'TF2']]",
        "note": "Union[str, None]",
        "asOf": "Union[str, None]",
        "source": "str",
        "evidence": "Literal['documented', 'agreed', 'single', 'set']",
    },
)

# MaxPrice as in the API description
MaxPrice = TypedDict(
    "MaxPrice",
    {
        "amount": "Number",
        "currency": "Literal['USD', 'EUR', 'CNY', 'RUB']",
        "note": "Union[str, None]",
        "asOf": "Union[str, None]",
        "source": "str",
        "evidence": "Literal['documented', 'agreed', 'single', 'set']",
    },
)

# Access as in the API description
Access = TypedDict(
    "Access",
    {
        "about": "str",
        "note": "Union[str, None]",
        "asOf": "Union[str, None]",
        "source": "str",
        "evidence": "Literal['documented', 'agreed', 'single', 'set']",
    },
)

# CancellationRule as in the API description
CancellationRule = TypedDict(
    "CancellationRule",
    {
        "by": "List[Literal['buyer', 'seller']]",
        "about": "str",
        "games": "List[Literal['CS2', 'Dota2', 'Rust', 'TF2']]",
        "note": "Union[str, None]",
        "asOf": "Union[str, None]",
        "source": "str",
        "evidence": "Literal['documented', 'agreed', 'single', 'set']",
    },
)

# Best as in the API description
Best = TypedDict(
    "Best",
    {
        "name": "str",
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "currency": "Literal['USD', 'EUR', 'CNY', 'RUB']",
        "best": "List[BestPrices]",
    },
)

# BestPrices as in the API description
BestPrices = TypedDict(
    "BestPrices",
    {
        "itemPhase": "Literal['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald', None]",
        "unusualEffect": "Union[str, None]",
        "ask": "Union[BestSide, None]",
        "bid": "Union[SellSide, None]",
        "askAfterFees": "Union[BestSide, None]",
        "bidAfterFees": "Union[SellSide, None]",
        "variantAsks": "Union[Dict[str, Any], None]",
        "variantBids": "Union[Dict[str, Any], None]",
        "spread": "Union[Number, None]",
        "spreadPercent": "Union[Number, None]",
        "locked": "bool",
        "crossed": "bool",
        "offerCount": "int",
        "asking": "int",
        "buyOrderCount": "int",
        "bidding": "int",
    },
)

# BestSide as in the API description
BestSide = TypedDict(
    "BestSide",
    {
        "marketplace": "str",
        "price": "Union[Number, None]",
        "afterFees": "Union[Number, None]",
        "count": "int",
        "seenAt": "int",
        "link": "Union[str, None]",
    },
)

# SellSide as in the API description
SellSide = TypedDict(
    "SellSide",
    {
        "marketplace": "str",
        "price": "Union[Number, None]",
        "afterFees": "Union[Number, None]",
        "count": "int",
        "seenAt": "int",
        "link": "Union[str, None]",
        "payout": "Literal['money', 'steamBalance', 'siteBalance', 'items', 'coins', None]",
    },
)

# Prices as in the API description
Prices = TypedDict(
    "Prices",
    {
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "currency": "Literal['USD', 'EUR', 'CNY', 'RUB']",
        "epoch": "Union[str, None]",
        "sequence": "Union[int, None]",
        "prices": "List[PriceRow]",
    },
)

_PriceRowAlways = TypedDict(
    "_PriceRowAlways",
    {
        "name": "str",
        "itemPhase": "Literal['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald', None]",
        "marketplace": "str",
        "currency": "Literal['USD', 'EUR', 'CNY', 'RUB']",
        "price": "Union[Number, None]",
        "offerCount": "int",
        "bid": "Union[Number, None]",
        "buyOrderCount": "int",
        "seenAt": "int",
    },
)
_PriceRowSometimes = TypedDict(
    "_PriceRowSometimes",
    {
        "unusualEffect": "str",
    },
    total=False,
)

class PriceRow(_PriceRowAlways, _PriceRowSometimes):
    """PriceRow as in the API description"""

# Candles as in the API description
Candles = TypedDict(
    "Candles",
    {
        "name": "str",
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "itemPhase": "Literal['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald', None]",
        "unusualEffect": "Union[str, None]",
        "marketplace": "Union[str, None]",
        "of": "Literal['ask', 'bid', 'sale']",
        "interval": "Literal['1h', '1m', '5m', '15m', '4h', '1d', '1w']",
        "currency": "Literal['USD', 'EUR', 'CNY', 'RUB']",
        "candles": "List[Candle]",
    },
)

# ItemHistory as in the API description
ItemHistory = TypedDict(
    "ItemHistory",
    {
        "name": "str",
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "itemPhase": "Literal['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald', None]",
        "unusualEffect": "Union[str, None]",
        "currency": "Literal['USD', 'EUR', 'CNY', 'RUB']",
        "interval": "Literal['1m', '5m', '15m', '1h', '4h', '1d', '1w']",
        "from": "int",
        "to": "int",
        "best": "Dict[str, Any]",
        "lines": "List[Dict[str, Any]]",
        "medians": "List[Dict[str, Any]]",
        "sold": "Dict[str, Any]",
        "sales": "List[Dict[str, Any]]",
        "days": "Dict[str, Any]",
    },
)

# Candle as in the API description
Candle = TypedDict(
    "Candle",
    {
        "at": "int",
        "open": "Union[Number, None]",
        "high": "Union[Number, None]",
        "low": "Union[Number, None]",
        "close": "Union[Number, None]",
        "count": "int",
        "volume": "Union[Number, None]",
    },
)

# Conditions as in the API description
Conditions = TypedDict(
    "Conditions",
    {
        "fromDay": "str",
        "toDay": "str",
        "sources": "List[SourceConditions]",
    },
)

# SourceConditions as in the API description
SourceConditions = TypedDict(
    "SourceConditions",
    {
        "marketplace": "str",
        "source": "str",
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "days": "List[DayCondition]",
        "gaps": "List[KnownGap]",
    },
)

# DayCondition as in the API description
DayCondition = TypedDict(
    "DayCondition",
    {
        "day": "str",
        "condition": "Literal['complete', 'partial', 'missing']",
        "coverage": "Number",
        "ageP95Seconds": "Union[int, None]",
        "knownSince": "Union[int, None]",
    },
)

# KnownGap as in the API description
KnownGap = TypedDict(
    "KnownGap",
    {
        "fromAt": "int",
        "toAt": "Union[int, None]",
        "reason": "Literal['cut', 'silent', 'failed', 'shrunk', 'notRunning']",
    },
)

# FoundSales as in the API description
FoundSales = TypedDict(
    "FoundSales",
    {
        "name": "str",
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "sales": "List[FoundSale]",
        "next": "Union[str, None]",
    },
)

# A completed purchase on any marketplace
FoundSale = TypedDict(
    "FoundSale",
    {
        "marketplace": "str",
        "id": "str",
        "timestamp": "int",
        "itemPhase": "Literal['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald', None]",
        "unusualEffect": "Union[str, None]",
        "priceUSD": "Union[Number, None]",
        "priceEUR": "Union[Number, None]",
        "priceCNY": "Union[Number, None]",
        "priceRUB": "Union[Number, None]",
        "float": "Union[Number, None]",
        "paintIndex": "Union[int, None]",
        "paintSeed": "Union[int, None]",
        "stickers": "Union[List[Sticker], None]",
        "charms": "Union[List[Dict[str, Any]], None]",
        "nameTag": "Union[str, None]",
        "statTrakCount": "Union[int, None]",
        "patches": "Union[List[Sticker], None]",
        "fade": "Union[Number, None]",
        "side": "Literal['ask', 'bid', None]",
    },
)

# Appraisal as in the API description
Appraisal = TypedDict(
    "Appraisal",
    {
        "name": "str",
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "itemPhase": "Literal['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald', None]",
        "unusualEffect": "Union[str, None]",
        "float": "Union[Number, None]",
        "paintSeed": "Union[int, None]",
        "currency": "Literal['USD', 'EUR', 'CNY', 'RUB']",
        "price": "Union[Number, None]",
        "low": "Union[Number, None]",
        "high": "Union[Number, None]",
        "notEnoughKnown": "Literal['variantUnknown', 'tooFewRows', None]",
        "giveToo": "List[Literal['float', 'paintSeed', 'stickers', 'charms']]",
        "count": "Number",
        "lowestAsk": "Union[Number, None]",
        "stickersAsk": "Union[Number, None]",
        "stickersPercent": "Union[Number, None]",
        "rows": "List[AppraisedRow]",
        "sell": "List[SellOption]",
    },
)

# AppraisedRow as in the API description
AppraisedRow = TypedDict(
    "AppraisedRow",
    {
        "kind": "Literal['sale', 'offer']",
        "marketplace": "str",
        "id": "str",
        "timestamp": "int",
        "price": "Number",
        "float": "Union[Number, None]",
        "paintSeed": "Union[int, None]",
        "stickersAsk": "Union[Number, None]",
        "worth": "Number",
        "weightPercent": "Number",
    },
)

# A marketplace on which the item can be sold
SellOption = TypedDict(
    "SellOption",
    {
        "marketplace": "str",
        "price": "Number",
        "afterFees": "Union[Number, None]",
        "rank": "int",
        "sellsWithin": "List[SellsWithin]",
    },
)

# SellsWithin as in the API description
SellsWithin = TypedDict(
    "SellsWithin",
    {
        "hours": "int",
        "probability": "Union[Number, None]",
        "count": "int",
        "otherCount": "int",
    },
)

# Value as in the API description
Value = TypedDict(
    "Value",
    {
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "currency": "Literal['USD', 'EUR', 'CNY', 'RUB']",
        "side": "Literal['bid', 'ask', 'sellable']",
        "total": "Number",
        "totalAfterFees": "Number",
        "valuedCount": "int",
        "valuedAfterFeesCount": "int",
        "unknownCount": "int",
        "lines": "List[ValueLine]",
    },
)

# ValueLine as in the API description
ValueLine = TypedDict(
    "ValueLine",
    {
        "name": "str",
        "itemPhase": "Literal['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald', None]",
        "unusualEffect": "Union[str, None]",
        "count": "int",
        "isKnown": "bool",
        "nearest": "Union[str, None]",
        "needsVariant": "bool",
        "best": "Union[ValuePrice, None]",
        "bestAfterFees": "Union[ValuePrice, None]",
        "soldCount": "int",
        "total": "Union[Number, None]",
        "soldAfterFeesCount": "int",
        "totalAfterFees": "Union[Number, None]",
    },
)

# ValuePrice as in the API description
ValuePrice = TypedDict(
    "ValuePrice",
    {
        "marketplace": "str",
        "price": "Union[Number, None]",
        "afterFees": "Union[Number, None]",
        "count": "int",
        "seenAt": "int",
        "link": "Union[str, None]",
        "flags": "List[Literal['afterGap', 'converted', 'inferred', 'outlier', 'partialRead', 'rateOld', 'stale', 'thin', 'variantUnknown']]",
    },
)

# FoundOffers as in the API description
FoundOffers = TypedDict(
    "FoundOffers",
    {
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "currency": "Literal['USD', 'EUR', 'CNY', 'RUB']",
        "offers": "List[FoundOffer]",
        "next": "Union[str, None]",
    },
)

# A single offer on any marketplace
FoundOffer = TypedDict(
    "FoundOffer",
    {
        "name": "str",
        "itemPhase": "Literal['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald', None]",
        "unusualEffect": "Union[str, None]",
        "marketplace": "str",
        "price": "Union[Number, None]",
        "othersAsk": "Union[Number, None]",
        "belowOthersPercent": "Union[Number, None]",
        "usualAsk": "Union[Number, None]",
        "float": "Union[Number, None]",
        "paintIndex": "Union[int, None]",
        "paintSeed": "Union[int, None]",
        "stickers": "Union[List[Sticker], None]",
        "stickersAsk": "Union[Number, None]",
        "charms": "Union[List[Dict[str, Any]], None]",
        "nameTag": "Union[str, None]",
        "statTrakCount": "Union[int, None]",
        "patches": "Union[List[Sticker], None]",
        "fade": "Union[Number, None]",
        "quality": "Union[str, None]",
        "elevatedQuality": "Union[str, None]",
        "craftNumber": "Union[int, None]",
        "crateSeries": "Union[int, None]",
        "daysTradeLocked": "Union[int, None]",
        "purchaseLink": "Union[str, None]",
        "inspectLink": "Union[str, None]",
        "foundAt": "int",
        "updatedAt": "int",
        "seenAt": "int",
    },
)

# Deals as in the API description
Deals = TypedDict(
    "Deals",
    {
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "currency": "Literal['USD', 'EUR', 'CNY', 'RUB']",
        "deals": "List[Deal]",
        "unknown": "List[Dict[str, Any]]",
    },
)

# Mover as in the API description
Mover = TypedDict(
    "Mover",
    {
        "name": "str",
        "marketplace": "str",
        "ask": "Union[Number, None]",
        "formerAsk": "Union[Number, None]",
        "change": "Union[Number, None]",
        "changePercent": "Number",
        "usualAsk": "Union[Number, None]",
        "seenAt": "int",
    },
)

# CatalogueItem as in the API description
CatalogueItem = TypedDict(
    "CatalogueItem",
    {
        "name": "str",
        "kind": "Literal['pistol', 'smg', 'rifle', 'sniperRifle', 'shotgun', 'machineGun', 'equipment', 'knife', 'gloves', 'agent', 'sticker', 'slab', 'patch', 'charm', 'highlight', 'graffiti', 'musicKit', 'container', 'key', 'pass', 'tool', 'collectible', 'wearable', 'bundle', 'courier', 'ward', 'announcer', 'hud', 'loadingScreen', 'cursor', 'terrain', 'taunt', 'emoticon', 'gem', 'treasure', 'ticket', 'pennant', 'playerCard', 'weapon', 'cosmetic', 'warPaint', 'strangePart', 'strangifier', 'unusualifier', 'killstreakKit', 'paint', 'metal', 'action', 'clothing', 'armor', 'deployable', 'skin', 'other']",
        "rarity": "Union[str, None]",
        "hero": "Union[str, None]",
        "itemType": "Union[str, None]",
        "slot": "Union[str, None]",
        "collections": "Union[List[str], None]",
        "classes": "Union[List[str], None]",
        "minFloat": "Union[Number, None]",
        "maxFloat": "Union[Number, None]",
        "weapon": "Union[str, None]",
        "finish": "Union[str, None]",
        "exterior": "Literal['Factory New', 'Minimal Wear', 'Field-Tested', 'Well-Worn', 'Battle-Scarred', None]",
        "statTrak": "bool",
        "souvenir": "bool",
        "quality": "Union[str, None]",
        "effect": "Union[str, None]",
        "event": "Union[str, None]",
        "nameZH": "Union[str, None]",
        "nameRU": "Union[str, None]",
        "thumbnail": "Union[str, None]",
        "phases": "List[Literal['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald']]",
        "unusualEffects": "List[str]",
        "marketplaceItemIds": "List[Dict[str, Any]]",
        "told": "List[Dict[str, Any]]",
    },
)

# Catalogue as in the API description
Catalogue = TypedDict(
    "Catalogue",
    {
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "items": "List[CatalogueItem]",
        "next": "Union[str, None]",
    },
)

# Movers as in the API description
Movers = TypedDict(
    "Movers",
    {
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "currency": "Literal['USD', 'EUR', 'CNY', 'RUB']",
        "since": "Union[int, None]",
        "movers": "List[Mover]",
    },
)

# Ratio as in the API description
Ratio = TypedDict(
    "Ratio",
    {
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "currency": "Literal['USD', 'EUR', 'CNY', 'RUB']",
        "amount": "Number",
        "into": "Dict[str, Any]",
        "back": "Dict[str, Any]",
    },
)

# An item that carries value across: where to buy it and where to sell it
RatioRow = TypedDict(
    "RatioRow",
    {
        "name": "str",
        "itemPhase": "Literal['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald', None]",
        "unusualEffect": "Union[str, None]",
        "buy": "DealBuy",
        "sell": "DealSell",
        "holdDays": "Union[Number, None]",
        "ratio": "Number",
        "salesPerDay": "Union[Number, None]",
    },
)

# An item to buy on one marketplace and sell on another
Deal = TypedDict(
    "Deal",
    {
        "name": "str",
        "itemPhase": "Literal['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald', None]",
        "unusualEffect": "Union[str, None]",
        "buy": "DealBuy",
        "sell": "DealSell",
        "profit": "Union[Number, None]",
        "holdDays": "Union[Number, None]",
        "profitPercent": "Number",
        "liquidity": "Union[int, None]",
    },
)

# Where the item is bought
DealBuy = TypedDict(
    "DealBuy",
    {
        "marketplace": "str",
        "price": "Union[Number, None]",
        "afterFees": "Union[Number, None]",
        "count": "int",
        "seenAt": "int",
        "link": "Union[str, None]",
        "holdDays": "Union[Number, None]",
        "flags": "List[Literal['afterGap', 'converted', 'feeUnknown', 'inferred', 'outlier', 'partialRead', 'rateOld', 'stale', 'thin', 'variantUnknown']]",
    },
)

# Where and how the item is sold
DealSell = TypedDict(
    "DealSell",
    {
        "marketplace": "str",
        "price": "Union[Number, None]",
        "afterFees": "Union[Number, None]",
        "count": "int",
        "seenAt": "int",
        "link": "Union[str, None]",
        "payout": "Literal['money', 'steamBalance', 'siteBalance', 'items', 'coins', None]",
        "way": "Literal['bid', 'list']",
        "holdDays": "Union[Number, None]",
        "flags": "List[Literal['afterGap', 'converted', 'feeUnknown', 'inferred', 'outlier', 'partialRead', 'rateOld', 'stale', 'thin', 'variantUnknown']]",
    },
)

# Failure as in the API description
Failure = TypedDict(
    "Failure",
    {
        "error": "str",
        "code": "Literal['INVALID_PARAMS', 'BAD_REQUEST', 'MISSING_API_KEY', 'INVALID_API_KEY', 'ACCESS_DENIED', 'NOT_FOUND', 'METHOD_NOT_ALLOWED', 'NO_LONGER_KEPT', 'BODY_TOO_LARGE', 'URI_TOO_LONG', 'UPGRADE_REQUIRED', 'TOO_MANY_CONNECTIONS', 'TOO_MANY_REPLAYS', 'TOO_MANY_REQUESTS', 'HEADERS_TOO_LARGE', 'INTERNAL_ERROR', 'NO_DATABASE', 'SERVICE_UNAVAILABLE']",
    },
)

_HealthAlways = TypedDict(
    "_HealthAlways",
    {
        "status": "Literal['alive']",
        "version": "str",
        "uptimeSeconds": "int",
        "ready": "bool",
        "played": "bool",
        "keysReadable": "bool",
        "sources": "Dict[str, Any]",
        "store": "Dict[str, Any]",
        "tape": "Dict[str, Any]",
        "unread": "Union[str, None]",
    },
)
_HealthSometimes = TypedDict(
    "_HealthSometimes",
    {
        "nodes": "List[Dict[str, Any]]",
        "fronts": "Dict[str, Any]",
        "backups": "Dict[str, Any]",
    },
    total=False,
)

class Health(_HealthAlways, _HealthSometimes):
    """Health as in the API description"""

# SourceHealth as in the API description
SourceHealth = TypedDict(
    "SourceHealth",
    {
        "marketplace": "str",
        "slug": "str",
        "source": "str",
        "kind": "str",
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "evidence": "str",
        "permission": "str",
        "standing": "Union[Dict[str, Any], None]",
        "seen": "Union[Dict[str, Any], None]",
        "state": "str",
        "lastOutcome": "Union[str, None]",
        "detail": "Union[str, None]",
        "lastAskedAt": "Union[int, None]",
        "lastReadAt": "Union[int, None]",
        "nextAskAt": "Union[int, None]",
        "lateSeconds": "int",
        "everySeconds": "Number",
        "requests": "int",
        "rows": "int",
        "rejected": "int",
        "missingCredential": "Union[str, None]",
        "yields": "List[str]",
        "age": "Union[Dict[str, Any], None]",
        "coverage": "Dict[str, Any]",
        "budget": "Dict[str, Any]",
        "sample": "List[Dict[str, Any]]",
    },
)

# RegistryEntry as in the API description
RegistryEntry = TypedDict(
    "RegistryEntry",
    {
        "id": "int",
        "marketplace": "str",
        "slug": "str",
        "aliases": "List[str]",
        "connected": "bool",
    },
)

_ItemTraitsAlways = TypedDict(
    "_ItemTraitsAlways",
    {

    },
)
_ItemTraitsSometimes = TypedDict(
    "_ItemTraitsSometimes",
    {
        "kind": "Union[str, List[str]]",
        "weapon": "Union[str, List[str]]",
        "finish": "Union[str, List[str]]",
        "exterior": "Union[str, List[str]]",
        "rarity": "Union[str, List[str]]",
        "collection": "Union[str, List[str]]",
        "hero": "Union[str, List[str]]",
        "slot": "Union[str, List[str]]",
        "itemType": "Union[str, List[str]]",
        "quality": "Union[str, List[str]]",
        "class": "Union[str, List[str]]",
        "event": "Union[str, List[str]]",
        "statTrak": "bool",
        "souvenir": "bool",
    },
    total=False,
)

class ItemTraits(_ItemTraitsAlways, _ItemTraitsSometimes):
    """Only items that are this, by their names and what marketplaces tell of them, as in GET /tape/catalogue"""

# LoggedAlert as in the API description
LoggedAlert = TypedDict(
    "LoggedAlert",
    {
        "id": "str",
        "type": "Literal['alert', 'test']",
        "at": "int",
        "isRead": "bool",
        "rule": "Dict[str, Any]",
        "text": "str",
        "link": "Union[str, None]",
        "game": "Union[str, None]",
        "name": "Union[str, None]",
        "itemPhase": "Union[str, None]",
        "figure": "Union[Dict[str, Any], None]",
    },
)

# WatchedItem as in the API description
WatchedItem = TypedDict(
    "WatchedItem",
    {
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "name": "str",
        "itemPhase": "Literal['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald', None]",
        "addedAt": "int",
    },
)

# Transaction as in the API description
Transaction = TypedDict(
    "Transaction",
    {
        "id": "str",
        "kind": "Literal['buy', 'sell']",
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "name": "str",
        "itemPhase": "Literal['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald', None]",
        "unusualEffect": "Union[str, None]",
        "quantity": "int",
        "price": "Union[Number, None]",
        "fee": "Number",
        "currency": "Literal['USD', 'EUR', 'CNY', 'RUB']",
        "at": "int",
        "marketplace": "Union[str, None]",
        "assetId": "Union[str, None]",
        "float": "Union[Number, None]",
        "paintSeed": "Union[int, None]",
        "note": "Union[str, None]",
    },
)

_NewTransactionAlways = TypedDict(
    "_NewTransactionAlways",
    {
        "game": "str",
        "name": "str",
    },
)
_NewTransactionSometimes = TypedDict(
    "_NewTransactionSometimes",
    {
        "kind": "Literal['buy', 'sell']",
        "phase": "Union[str, None]",
        "effect": "Union[str, None]",
        "quantity": "int",
        "price": "Union[Number, None]",
        "currency": "Literal['USD', 'EUR', 'CNY', 'RUB']",
        "fee": "Union[Number, None]",
        "date": "Union[Union[str, int], None]",
        "marketplace": "Union[str, None]",
        "assetId": "Union[str, None]",
        "float": "Union[Number, None]",
        "paintSeed": "Union[int, None]",
        "note": "Union[str, None]",
    },
    total=False,
)

class NewTransaction(_NewTransactionAlways, _NewTransactionSometimes):
    """NewTransaction as in the API description"""

# TransactionsAdded as in the API description
TransactionsAdded = TypedDict(
    "TransactionsAdded",
    {
        "addedCount": "int",
        "skippedCount": "int",
        "ids": "List[str]",
    },
)

# Holdings as in the API description
Holdings = TypedDict(
    "Holdings",
    {
        "currency": "Literal['USD', 'EUR', 'CNY', 'RUB']",
        "way": "Literal['bid', 'list']",
        "payout": "Literal['money', 'any', 'steamBalance', 'siteBalance', 'items', 'coins']",
        "quantity": "int",
        "cost": "Number",
        "costQuantity": "int",
        "value": "Number",
        "valueQuantity": "int",
        "profit": "Number",
        "profitQuantity": "int",
        "realised": "Number",
        "realisedQuantity": "int",
        "soldQuantity": "int",
        "holdings": "List[Holding]",
    },
)

# Holding as in the API description
Holding = TypedDict(
    "Holding",
    {
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "name": "str",
        "itemPhase": "Literal['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald', None]",
        "unusualEffect": "Union[str, None]",
        "quantity": "int",
        "isKnown": "bool",
        "nearest": "Union[str, None]",
        "needsVariant": "bool",
        "cost": "Union[Number, None]",
        "costQuantity": "int",
        "boughtAt": "int",
        "sale": "Union[HoldingSale, None]",
        "value": "Union[Number, None]",
        "profit": "Union[Number, None]",
        "lots": "List[Lot]",
    },
)

# HoldingSale as in the API description
HoldingSale = TypedDict(
    "HoldingSale",
    {
        "marketplace": "str",
        "price": "Union[Number, None]",
        "afterFees": "Union[Number, None]",
        "count": "int",
        "seenAt": "int",
        "link": "Union[str, None]",
        "holdDays": "Union[Number, None]",
        "flags": "List[Literal['afterGap', 'converted', 'inferred', 'outlier', 'partialRead', 'rateOld', 'stale', 'thin', 'variantUnknown']]",
    },
)

# Lot as in the API description
Lot = TypedDict(
    "Lot",
    {
        "transactionId": "str",
        "boughtAt": "int",
        "quantity": "int",
        "cost": "Union[Number, None]",
        "exchangeRate": "Union[Number, None]",
        "ratedAt": "Union[int, None]",
        "freeAt": "Union[int, None]",
        "marketplace": "Union[str, None]",
        "assetId": "Union[str, None]",
        "float": "Union[Number, None]",
        "paintSeed": "Union[int, None]",
    },
)

# SoldLots as in the API description
SoldLots = TypedDict(
    "SoldLots",
    {
        "currency": "Literal['USD', 'EUR', 'CNY', 'RUB']",
        "count": "int",
        "sold": "List[SoldLot]",
    },
)

# SoldLot as in the API description
SoldLot = TypedDict(
    "SoldLot",
    {
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "name": "str",
        "itemPhase": "Literal['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald', None]",
        "unusualEffect": "Union[str, None]",
        "quantity": "int",
        "buyId": "Union[str, None]",
        "sellId": "str",
        "boughtAt": "Union[int, None]",
        "soldAt": "int",
        "marketplace": "Union[str, None]",
        "cost": "Union[Number, None]",
        "proceeds": "Union[Number, None]",
        "profit": "Union[Number, None]",
        "exchangeRate": "Union[Number, None]",
        "ratedAt": "Union[int, None]",
    },
)

# HoldingsHistory as in the API description
HoldingsHistory = TypedDict(
    "HoldingsHistory",
    {
        "currency": "Literal['USD', 'EUR', 'CNY', 'RUB']",
        "way": "Literal['bid', 'list']",
        "payout": "Literal['money', 'any', 'steamBalance', 'siteBalance', 'items', 'coins']",
        "at": "List[int]",
        "quantity": "List[int]",
        "cost": "List[Number]",
        "valueQuantity": "List[int]",
        "value": "List[Union[Number, None]]",
    },
)

# Inventory as in the API description
Inventory = TypedDict(
    "Inventory",
    {
        "steamId": "str",
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "readAt": "int",
        "currency": "Literal['USD', 'EUR', 'CNY', 'RUB']",
        "way": "Literal['bid', 'list']",
        "payout": "Literal['money', 'any', 'steamBalance', 'siteBalance', 'items', 'coins']",
        "totalCount": "int",
        "quantity": "int",
        "value": "Number",
        "valueQuantity": "int",
        "hidden": "List[Literal['recentTrades', 'storageUnits', 'tradeProtected']]",
        "items": "List[InventoryItem]",
    },
)

# InventoryItem as in the API description
InventoryItem = TypedDict(
    "InventoryItem",
    {
        "assetId": "str",
        "name": "str",
        "itemPhase": "Literal['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald', None]",
        "unusualEffect": "Union[str, None]",
        "quantity": "int",
        "isTradable": "bool",
        "isMarketable": "bool",
        "float": "Union[Number, None]",
        "paintSeed": "Union[int, None]",
        "nameTag": "Union[str, None]",
        "isHeld": "bool",
        "sale": "Union[HoldingSale, None]",
        "value": "Union[Number, None]",
    },
)

_SubscribedMessageAlways = TypedDict(
    "_SubscribedMessageAlways",
    {
        "type": "Literal['subscribed']",
        "marketplaces": "List[str]",
        "games": "List[Literal['CS2', 'Dota2', 'Rust', 'TF2']]",
        "newFloorOnly": "bool",
    },
)
_SubscribedMessageSometimes = TypedDict(
    "_SubscribedMessageSometimes",
    {
        "subscription": "str",
        "epoch": "str",
        "sequence": "int",
        "recovered": "bool",
    },
    total=False,
)

class SubscribedMessage(_SubscribedMessageAlways, _SubscribedMessageSometimes):
    """A subscription was accepted; sent before any of its messages"""

_OfferMessageAlways = TypedDict(
    "_OfferMessageAlways",
    {
        "type": "Literal['offer']",
        "eventType": "Literal['Added', 'Updated', 'Removed']",
        "marketplace": "str",
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "timestamp": "int",
        "data": "Union[CS2OfferData, Dota2OfferData, RustOfferData, TF2OfferData]",
    },
)
_OfferMessageSometimes = TypedDict(
    "_OfferMessageSometimes",
    {
        "reason": "Literal['sold', 'withdrawn', 'expired', 'swept', 'unknown', 'outside']",
        "subscription": "str",
        "snapshot": "Literal[True]",
        "epoch": "str",
        "sequence": "int",
        "id": "str",
        "phase": "Literal['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald', None]",
        "unusualEffect": "str",
    },
    total=False,
)

class OfferMessage(_OfferMessageAlways, _OfferMessageSometimes):
    """An offer was added, updated or removed"""

_ErrorMessageAlways = TypedDict(
    "_ErrorMessageAlways",
    {
        "type": "Literal['error']",
        "message": "str",
        "code": "Literal['INVALID_PARAMS', 'ACCESS_DENIED', 'NO_LONGER_KEPT', 'TOO_MANY_REPLAYS', 'FELL_BEHIND', 'TOO_MANY_MESSAGES']",
    },
)
_ErrorMessageSometimes = TypedDict(
    "_ErrorMessageSometimes",
    {
        "subscription": "str",
    },
    total=False,
)

class ErrorMessage(_ErrorMessageAlways, _ErrorMessageSometimes):
    """INVALID_PARAMS: the message was invalid; nothing changed and the connection stays open. ACCESS_DENIED: the key cannot see the named game or marketplace; nothing changed. NO_LONGER_KEPT: the start of the `replay` is no longer kept; the message names the oldest position that is. TOO_MANY_REPLAYS: the limit of concurrent replays is reached; try again later. FELL_BEHIND: this client reads too slowly; close 1013 follows. TOO_MANY_MESSAGES: this client sends too many messages; close 1008 follows"""

_SnapshotEndMessageAlways = TypedDict(
    "_SnapshotEndMessageAlways",
    {
        "type": "Literal['snapshotEnd']",
        "timestamp": "int",
        "epoch": "str",
        "sequence": "int",
        "count": "int",
    },
)
_SnapshotEndMessageSometimes = TypedDict(
    "_SnapshotEndMessageSometimes",
    {
        "subscription": "str",
    },
    total=False,
)

class SnapshotEndMessage(_SnapshotEndMessageAlways, _SnapshotEndMessageSometimes):
    """The snapshot is complete; live messages continue after the sequence"""

_ReplayEndMessageAlways = TypedDict(
    "_ReplayEndMessageAlways",
    {
        "type": "Literal['replayEnd']",
        "timestamp": "int",
        "epoch": "str",
        "sequence": "int",
        "count": "int",
        "live": "bool",
    },
)
_ReplayEndMessageSometimes = TypedDict(
    "_ReplayEndMessageSometimes",
    {
        "subscription": "str",
    },
    total=False,
)

class ReplayEndMessage(_ReplayEndMessageAlways, _ReplayEndMessageSometimes):
    """The replay has ended: everything up to `sequence` has been sent; `count` is the number of messages sent"""

_SaleMessageAlways = TypedDict(
    "_SaleMessageAlways",
    {
        "type": "Literal['sale']",
        "marketplace": "str",
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "timestamp": "int",
        "data": "Union[CS2SaleData, SaleData]",
    },
)
_SaleMessageSometimes = TypedDict(
    "_SaleMessageSometimes",
    {
        "subscription": "str",
        "epoch": "str",
        "sequence": "int",
        "id": "str",
        "phase": "Literal['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald', None]",
        "unusualEffect": "str",
    },
    total=False,
)

class SaleMessage(_SaleMessageAlways, _SaleMessageSometimes):
    """A completed purchase; channel `sales`"""

_BuyOrderMessageAlways = TypedDict(
    "_BuyOrderMessageAlways",
    {
        "type": "Literal['buyOrder']",
        "eventType": "Literal['Added', 'Updated', 'Removed']",
        "marketplace": "str",
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "timestamp": "int",
        "data": "BuyOrderData",
    },
)
_BuyOrderMessageSometimes = TypedDict(
    "_BuyOrderMessageSometimes",
    {
        "subscription": "str",
        "epoch": "str",
        "sequence": "int",
        "id": "str",
        "phase": "Literal['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald', None]",
        "unusualEffect": "str",
    },
    total=False,
)

class BuyOrderMessage(_BuyOrderMessageAlways, _BuyOrderMessageSometimes):
    """A buy order was added, updated or removed; channel `buyOrders`"""

_PriceMessageAlways = TypedDict(
    "_PriceMessageAlways",
    {
        "type": "Literal['price']",
        "marketplace": "str",
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "timestamp": "int",
        "data": "PriceData",
    },
)
_PriceMessageSometimes = TypedDict(
    "_PriceMessageSometimes",
    {
        "subscription": "str",
        "epoch": "str",
        "sequence": "int",
        "id": "str",
        "phase": "Literal['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald', None]",
        "unusualEffect": "str",
    },
    total=False,
)

class PriceMessage(_PriceMessageAlways, _PriceMessageSometimes):
    """The lowest price of an item on a marketplace, or the number of its offers, changed; channel `prices`"""

_SourceMessageAlways = TypedDict(
    "_SourceMessageAlways",
    {
        "type": "Literal['source']",
        "marketplace": "str",
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "timestamp": "int",
        "data": "SourceData",
    },
)
_SourceMessageSometimes = TypedDict(
    "_SourceMessageSometimes",
    {
        "subscription": "str",
        "epoch": "str",
        "sequence": "int",
        "id": "str",
    },
    total=False,
)

class SourceMessage(_SourceMessageAlways, _SourceMessageSometimes):
    """The health of a source changed; channel `sources`"""

_BestMessageAlways = TypedDict(
    "_BestMessageAlways",
    {
        "type": "Literal['best']",
        "id": "str",
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "timestamp": "int",
        "data": "BestData",
    },
)
_BestMessageSometimes = TypedDict(
    "_BestMessageSometimes",
    {
        "subscription": "str",
        "snapshot": "Literal[True]",
    },
    total=False,
)

class BestMessage(_BestMessageAlways, _BestMessageSometimes):
    """The best ask or bid of an item or a variant, before or after fees, over the subscribed marketplaces has changed; channel `best`. Contains the current state in US dollars and has no sequence"""

_DealMessageAlways = TypedDict(
    "_DealMessageAlways",
    {
        "type": "Literal['deal']",
        "eventType": "Literal['Added', 'Updated', 'Removed']",
        "id": "str",
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "timestamp": "int",
        "data": "DealData",
    },
)
_DealMessageSometimes = TypedDict(
    "_DealMessageSometimes",
    {
        "subscription": "str",
        "snapshot": "Literal[True]",
    },
    total=False,
)

class DealMessage(_DealMessageAlways, _DealMessageSometimes):
    """A deal appeared, changed or disappeared; channel `deals`. Contains the current state in US dollars and has no sequence"""

_FoundMessageAlways = TypedDict(
    "_FoundMessageAlways",
    {
        "type": "Literal['found']",
        "eventType": "Literal['Added', 'Updated', 'Removed']",
        "id": "str",
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "timestamp": "int",
        "data": "FoundData",
    },
)
_FoundMessageSometimes = TypedDict(
    "_FoundMessageSometimes",
    {
        "subscription": "str",
        "snapshot": "Literal[True]",
    },
    total=False,
)

class FoundMessage(_FoundMessageAlways, _FoundMessageSometimes):
    """A single offer entered the first results of a search, changed or left them; channel `found`. Contains the current state in US dollars and has no sequence"""

_GapMessageAlways = TypedDict(
    "_GapMessageAlways",
    {
        "type": "Literal['gap']",
        "marketplace": "str",
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "timestamp": "int",
        "data": "GapData",
    },
)
_GapMessageSometimes = TypedDict(
    "_GapMessageSometimes",
    {
        "subscription": "str",
        "epoch": "str",
        "sequence": "int",
        "id": "str",
    },
    total=False,
)

class GapMessage(_GapMessageAlways, _GapMessageSometimes):
    """A source delivers data again after a gap; channel `gaps`. What appeared and disappeared within the gap may never be known; what exists now is published. Sent when the gap has ended; until then the channel `sources` reports the state of the source"""

_BatchMessageAlways = TypedDict(
    "_BatchMessageAlways",
    {
        "type": "Literal['batch']",
        "marketplace": "str",
        "game": "Literal['CS2', 'Dota2', 'Rust', 'TF2']",
        "timestamp": "int",
        "data": "BatchData",
    },
)
_BatchMessageSometimes = TypedDict(
    "_BatchMessageSometimes",
    {
        "subscription": "str",
        "epoch": "str",
        "sequence": "int",
        "id": "str",
    },
    total=False,
)

class BatchMessage(_BatchMessageAlways, _BatchMessageSometimes):
    """A complete reading has ended well, and every change it caused has been sent; channel `batches`. A reading is a whole list, all pages of a walk, or the initial state of a feed"""

_HeartbeatMessageAlways = TypedDict(
    "_HeartbeatMessageAlways",
    {
        "type": "Literal['heartbeat']",
        "timestamp": "int",
        "epoch": "str",
        "sequence": "int",
        "count": "int",
    },
)
_HeartbeatMessageSometimes = TypedDict(
    "_HeartbeatMessageSometimes",
    {
        "subscription": "str",
    },
    total=False,
)

class HeartbeatMessage(_HeartbeatMessageAlways, _HeartbeatMessageSometimes):
    """Everything up to `sequence` has been sent; `count` is the number of messages sent"""

_LaggingMessageAlways = TypedDict(
    "_LaggingMessageAlways",
    {
        "type": "Literal['lagging']",
        "timestamp": "int",
        "epoch": "str",
        "sequence": "int",
        "skipped": "int",
    },
)
_LaggingMessageSometimes = TypedDict(
    "_LaggingMessageSometimes",
    {
        "subscription": "str",
    },
    total=False,
)

class LaggingMessage(_LaggingMessageAlways, _LaggingMessageSometimes):
    """This client is slow: only the latest state of each offer follows, instead of every change"""

_UnsubscribedMessageAlways = TypedDict(
    "_UnsubscribedMessageAlways",
    {
        "type": "Literal['unsubscribed']",
    },
)
_UnsubscribedMessageSometimes = TypedDict(
    "_UnsubscribedMessageSometimes",
    {
        "subscription": "str",
    },
    total=False,
)

class UnsubscribedMessage(_UnsubscribedMessageAlways, _UnsubscribedMessageSometimes):
    """A subscription ended"""

# Answer to a ping message
PongMessage = TypedDict(
    "PongMessage",
    {
        "type": "Literal['pong']",
        "timestamp": "int",
    },
)

# CS2OfferData as in the API description
CS2OfferData = TypedDict(
    "CS2OfferData",
    {
        "name": "str",
        "purchaseLink": "str",
        "priceUSD": "Number",
        "priceEUR": "Union[Number, None]",
        "priceCNY": "Union[Number, None]",
        "priceRUB": "Union[Number, None]",
        "daysTradeLocked": "Union[int, None]",
        "foundAt": "int",
        "inspectLink": "Union[str, None]",
        "float": "Union[Number, None]",
        "paintIndex": "Union[int, None]",
        "paintSeed": "Union[int, None]",
        "stickers": "Union[List[Sticker], None]",
    },
)

# Dota2OfferData as in the API description
Dota2OfferData = TypedDict(
    "Dota2OfferData",
    {
        "name": "str",
        "purchaseLink": "str",
        "priceUSD": "Number",
        "priceEUR": "Union[Number, None]",
        "priceCNY": "Union[Number, None]",
        "priceRUB": "Union[Number, None]",
        "daysTradeLocked": "Union[int, None]",
        "foundAt": "int",
        "rarity": "Union[str, None]",
        "hero": "Union[str, None]",
    },
)

# RustOfferData as in the API description
RustOfferData = TypedDict(
    "RustOfferData",
    {
        "name": "str",
        "purchaseLink": "str",
        "priceUSD": "Number",
        "priceEUR": "Union[Number, None]",
        "priceCNY": "Union[Number, None]",
        "priceRUB": "Union[Number, None]",
        "daysTradeLocked": "Union[int, None]",
        "foundAt": "int",
        "itemType": "Union[str, None]",
    },
)

# TF2OfferData as in the API description
TF2OfferData = TypedDict(
    "TF2OfferData",
    {
        "name": "str",
        "purchaseLink": "str",
        "priceUSD": "Number",
        "priceEUR": "Union[Number, None]",
        "priceCNY": "Union[Number, None]",
        "priceRUB": "Union[Number, None]",
        "daysTradeLocked": "Union[int, None]",
        "foundAt": "int",
    },
)

# CS2SaleData as in the API description
CS2SaleData = TypedDict(
    "CS2SaleData",
    {
        "name": "str",
        "priceUSD": "Union[Number, None]",
        "priceEUR": "Union[Number, None]",
        "priceCNY": "Union[Number, None]",
        "priceRUB": "Union[Number, None]",
        "soldAt": "int",
        "float": "Union[Number, None]",
        "paintIndex": "Union[int, None]",
        "paintSeed": "Union[int, None]",
        "stickers": "Union[List[Sticker], None]",
    },
)

# SaleData as in the API description
SaleData = TypedDict(
    "SaleData",
    {
        "name": "str",
        "priceUSD": "Union[Number, None]",
        "priceEUR": "Union[Number, None]",
        "priceCNY": "Union[Number, None]",
        "priceRUB": "Union[Number, None]",
        "soldAt": "int",
    },
)

_BuyOrderDataAlways = TypedDict(
    "_BuyOrderDataAlways",
    {
        "name": "str",
        "orderId": "Union[str, None]",
        "quantity": "Union[int, None]",
        "priceUSD": "Union[Number, None]",
        "priceEUR": "Union[Number, None]",
        "priceCNY": "Union[Number, None]",
        "priceRUB": "Union[Number, None]",
        "itemPhase": "Literal['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald', None]",
        "updatedAt": "int",
    },
)
_BuyOrderDataSometimes = TypedDict(
    "_BuyOrderDataSometimes",
    {
        "unusualEffect": "str",
    },
    total=False,
)

class BuyOrderData(_BuyOrderDataAlways, _BuyOrderDataSometimes):
    """The buy order"""

_PriceDataAlways = TypedDict(
    "_PriceDataAlways",
    {
        "name": "str",
        "itemPhase": "Literal['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald', None]",
        "priceUSD": "Union[Number, None]",
        "priceEUR": "Union[Number, None]",
        "priceCNY": "Union[Number, None]",
        "priceRUB": "Union[Number, None]",
        "offerCount": "int",
    },
)
_PriceDataSometimes = TypedDict(
    "_PriceDataSometimes",
    {
        "unusualEffect": "str",
    },
    total=False,
)

class PriceData(_PriceDataAlways, _PriceDataSometimes):
    """The lowest price and the number of offers"""

# The health of the source
SourceData = TypedDict(
    "SourceData",
    {
        "source": "str",
        "state": "str",
        "detail": "Union[str, None]",
        "lastReadAt": "Union[int, None]",
    },
)

# The gap
GapData = TypedDict(
    "GapData",
    {
        "source": "str",
        "from": "int",
        "to": "int",
        "reason": "Literal['cut', 'silent', 'failed', 'shrunk', 'notRunning']",
    },
)

# The changes of the reading
BatchData = TypedDict(
    "BatchData",
    {
        "source": "str",
        "first": "Union[int, None]",
        "last": "Union[int, None]",
    },
)

# The best prices
BestData = TypedDict(
    "BestData",
    {
        "name": "str",
        "itemPhase": "Literal['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald', None]",
        "unusualEffect": "Union[str, None]",
        "ask": "Union[Dict[str, Any], None]",
        "bid": "Union[Dict[str, Any], None]",
        "askAfterFees": "Union[Dict[str, Any], None]",
        "bidAfterFees": "Union[Dict[str, Any], None]",
        "variantAsks": "Union[Dict[str, Any], None]",
        "variantBids": "Union[Dict[str, Any], None]",
        "spread": "Union[Number, None]",
        "spreadPercent": "Union[Number, None]",
        "locked": "bool",
        "crossed": "bool",
        "offerCount": "int",
        "asking": "int",
        "buyOrderCount": "int",
        "bidding": "int",
    },
)

# An item to buy on one marketplace and sell on another
DealData = TypedDict(
    "DealData",
    {
        "name": "str",
        "itemPhase": "Literal['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald', None]",
        "unusualEffect": "Union[str, None]",
        "buy": "Dict[str, Any]",
        "sell": "Dict[str, Any]",
        "profit": "Union[Number, None]",
        "holdDays": "Union[Number, None]",
        "profitPercent": "Number",
        "liquidity": "Union[int, None]",
    },
)

# A single offer on any marketplace
FoundData = TypedDict(
    "FoundData",
    {
        "name": "str",
        "itemPhase": "Literal['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', 'Ruby', 'Sapphire', 'Black Pearl', 'Emerald', None]",
        "unusualEffect": "Union[str, None]",
        "marketplace": "str",
        "price": "Union[Number, None]",
        "othersAsk": "Union[Number, None]",
        "belowOthersPercent": "Union[Number, None]",
        "usualAsk": "Union[Number, None]",
        "float": "Union[Number, None]",
        "paintIndex": "Union[int, None]",
        "paintSeed": "Union[int, None]",
        "stickers": "Union[List[Sticker], None]",
        "stickersAsk": "Union[Number, None]",
        "charms": "Union[List[Dict[str, Any]], None]",
        "nameTag": "Union[str, None]",
        "statTrakCount": "Union[int, None]",
        "patches": "Union[List[Sticker], None]",
        "fade": "Union[Number, None]",
        "quality": "Union[str, None]",
        "elevatedQuality": "Union[str, None]",
        "craftNumber": "Union[int, None]",
        "crateSeries": "Union[int, None]",
        "daysTradeLocked": "Union[int, None]",
        "purchaseLink": "Union[str, None]",
        "inspectLink": "Union[str, None]",
        "foundAt": "int",
        "updatedAt": "int",
        "seenAt": "int",
    },
)
