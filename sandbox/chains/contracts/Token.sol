// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// A plain ERC-20 token whose supply belongs to one account at first. Allows zero decimals.
contract Token is ERC20 {
    uint8 private immutable _places;

    constructor(string memory name, string memory symbol, uint8 places, uint256 supply, address owner)
        ERC20(name, symbol)
    {
        _places = places;
        _mint(owner, supply);
    }

    function decimals() public view override returns (uint8) {
        return _places;
    }
}
