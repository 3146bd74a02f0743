// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// Trades its own tokens at a rate that the caller sets: enough for a realistic history.
contract Exchange {
    using SafeERC20 for IERC20;

    event Traded(address indexed account, IERC20 sold, uint256 soldAmount, IERC20 bought, uint256 boughtAmount);

    function trade(IERC20 sold, uint256 soldAmount, IERC20 bought, uint256 boughtAmount) external {
        sold.safeTransferFrom(msg.sender, address(this), soldAmount);
        bought.safeTransfer(msg.sender, boughtAmount);
        emit Traded(msg.sender, sold, soldAmount, bought, boughtAmount);
    }
}
